import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Environment } from "../settings/environment.ts";
import { readSettings } from "../settings/read-settings.ts";
import { startServer } from "../start-server.ts";

export interface TestServer {
  /** Address without a slash at the end. */
  readonly url: string;
  /** A folder of this server alone, with `shares.sqlite` in it. */
  readonly folder: string;
  post(path: string, body: string, headers?: Record<string, string>, signal?: AbortSignal): Promise<Response>;
  close(graceMs?: number): Promise<void>;
}

/** The whole server as `npm start` composes it, on a free port, with the settings of `env` alone. */
export async function startTestServer(env: Environment = {}): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), "playground-"));
  const settings = readSettings({ PORT: "0", LOG_LEVEL: "error", SHARES_FILE: join(folder, "shares.sqlite"), ...env });
  const server = await startServer(settings);
  const url = server.url.replace(/\/$/, "");
  return {
    url,
    folder,
    post: (path, body, headers = {}, signal) =>
      fetch(`${url}${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body,
        ...(signal === undefined ? {} : { signal }),
      }),
    async close(graceMs = 0) {
      await server.close(graceMs);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
