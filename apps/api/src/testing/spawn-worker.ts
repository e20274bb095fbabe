import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Environment } from "../settings/environment.ts";

export interface SpawnedWorker {
  /** Everything it wrote until now, to both outputs. */
  output(): string;
  /** Sends the signal and resolves when the process is gone. */
  end(signal: NodeJS.Signals): Promise<void>;
}

const ENTRY = fileURLToPath(new URL("../worker.ts", import.meta.url));

/** A worker as a process of its own, with the settings of `env` alone; resolves when it takes runs. */
export async function spawnWorker(env: Environment): Promise<SpawnedWorker> {
  const { PATH } = process.env;
  const child = spawn(process.execPath, ["--import", "tsx", ENTRY], {
    env: { PATH, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const closed = once(child, "close");
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (part) => {
        output += part;
        if (output.includes("Worker ready")) resolve();
      });
    }
    void closed.then(() => reject(new Error(`the worker ended at its start:\n${output}`)));
  });
  return {
    output: () => output,
    async end(signal) {
      child.kill(signal);
      await closed;
    },
  };
}
