import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface StartedRedis {
  readonly url: string;
  readonly port: number;
  /** Ends the server as a power cut would, or in order; resolves when it is gone. */
  stop(signal?: "SIGKILL" | "SIGTERM"): Promise<void>;
}

/**
 * A real Redis of its own: on a free loopback port, with a folder of its own, keeping nothing on disk. Whoever starts
 * it stops it.
 */
export async function startRedis(port?: number): Promise<StartedRedis> {
  const chosen = port ?? (await freePort());
  const folder = mkdtempSync(join(tmpdir(), "redis-"));
  const settings = [
    "--port",
    String(chosen),
    "--bind",
    "127.0.0.1",
    "--dir",
    folder,
    "--save",
    "",
    "--appendonly",
    "no",
  ];
  const server = spawn("redis-server", settings, { stdio: ["ignore", "pipe", "pipe"] });
  const gone = new Promise<void>((resolve) => {
    server.once("close", () => resolve());
    server.once("error", () => resolve());
  });
  await ready(server);
  return {
    url: `redis://127.0.0.1:${chosen}`,
    port: chosen,
    async stop(signal = "SIGTERM") {
      server.kill(signal);
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = "";
    server.stdout?.on("data", (part: Buffer) => {
      output += part.toString();
      if (output.includes("Ready to accept connections")) resolve();
    });
    server.once("error", (error) =>
      reject(
        new Error(
          `redis-server cannot be started (${error.message}): these tests need it; apt-get install redis-server`,
        ),
      ),
    );
    server.once("close", (code) =>
      reject(new Error(`redis-server ended with ${code} before it was ready:\n${output}`)),
    );
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => (typeof address === "object" && address !== null ? resolve(address.port) : reject(address)));
    });
  });
}
