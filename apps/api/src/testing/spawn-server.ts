import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Environment } from "../settings/environment.ts";

export interface SpawnedServer {
  /** Address without a slash at the end. */
  readonly url: string;
  readonly process: ChildProcess;
  /** Everything it wrote until now, to both outputs. */
  output(): string;
  /** Sends the signal and resolves with the exit code when the process has ended; null after SIGKILL. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

const MAIN = fileURLToPath(new URL("../main.ts", import.meta.url));

/** The server as a process of its own, to be ended by signals; with the settings of `env` alone. */
export async function spawnServer(env: Environment): Promise<SpawnedServer> {
  const { PATH } = process.env;
  const child = spawn(process.execPath, ["--import", "tsx", MAIN], {
    env: { PATH, PORT: "0", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (part) => {
    output += part;
  });
  child.stderr.on("data", (part) => {
    output += part;
  });
  const exited = once(child, "exit");
  const lines = createInterface({ input: child.stdout });
  const ended = exited.then(() => Promise.reject(new Error(`the server ended at its start:\n${output}`)));
  const [line] = (await Promise.race([once(lines, "line"), ended])) as [string];
  ended.catch(() => {});
  return {
    url: line.replace("Tool Dispatch Playground: ", "").replace(/\/$/, ""),
    process: child,
    output: () => output,
    async end(signal) {
      child.kill(signal);
      const [code] = (await exited) as [number | null];
      return code;
    },
  };
}

/** A folder that is gone when `work` has settled. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "playground-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
