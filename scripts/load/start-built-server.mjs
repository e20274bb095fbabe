import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ROOT } from "../setup/root.mjs";

/**
 * The server as it is delivered, on a free loopback port, with settings of its own: one client may ask as often as it
 * likes, and the events that are kept of ended runs are few enough that they are all there after a few seconds.
 */
export async function startBuiltServer() {
  const folder = mkdtempSync(join(tmpdir(), "load-"));
  const { PATH } = process.env;
  const env = {
    PATH,
    PORT: "0",
    LOG_LEVEL: "warn",
    RATE_RUNS_PER_MINUTE: "0",
    RUN_KEEP_MIB: "4",
    SHARES_FILE: join(folder, "shares.sqlite"),
  };
  const child = spawn(process.execPath, [`${ROOT}apps/api/dist/main.js`], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  const ended = exited.then(() => Promise.reject(new Error("the server ended at its start")));
  const [line] = await Promise.race([once(createInterface({ input: child.stdout }), "line"), ended]);
  ended.catch(() => {});
  return {
    url: new URL(String(line).replace("Tool Dispatch Playground: ", "")).origin.replace("localhost", "127.0.0.1"),
    async end() {
      child.kill("SIGTERM");
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
