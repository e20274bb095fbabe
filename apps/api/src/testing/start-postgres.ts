import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { chown, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";

export interface StartedPostgres {
  /** For `DATABASE_URL`; reached over a Unix socket in a folder of its own. */
  readonly url: string;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

const DEBIAN = "/usr/lib/postgresql";
const NOBODY = 65_534;
const START_MS = 60_000;

/**
 * A real Postgres with an empty database, from PATH or from where Debian puts it. Throws with what to do when there is
 * none.
 */
export async function startPostgres(): Promise<StartedPostgres> {
  const programs = findPrograms();
  if (programs === undefined) throw new Error(NO_POSTGRES);
  const folder = await mkdtemp(join(tmpdir(), "postgres-"));
  // Postgres does not run as root.
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  if (user.uid !== undefined) await chown(folder, user.uid, user.gid);
  const data = join(folder, "data");
  const settings = ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"];
  await promisify(execFile)(join(programs, "initdb"), settings, { ...user, cwd: folder });
  const server = spawn(join(programs, "postgres"), ["-D", data, "-k", folder, "-c", "listen_addresses="], {
    ...user,
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  server.stderr.on("data", (part) => {
    errors += part;
  });
  const url = `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`;
  const stop = () => end(server, folder);
  try {
    await answering(url, server);
  } catch (error) {
    await stop();
    throw new Error(`Postgres did not start: ${String(error)}\n${errors}`);
  }
  return { url, stop };
}

export const NO_POSTGRES =
  "There is no Postgres on this machine: install it (Debian: apt-get install postgresql) or put initdb and postgres on PATH.";

/** The folder of the programs; of several versions the newest. */
export function findPrograms(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const debian = versions.map((version) => join(DEBIAN, version, "bin"));
  const folders = [...(process.env.PATH ?? "").split(delimiter), ...debian];
  return folders.find(
    (folder) => folder !== "" && ["initdb", "postgres"].every((name) => existsSync(join(folder, name))),
  );
}

async function answering(url: string, server: ChildProcess): Promise<void> {
  const deadlineMs = performance.now() + START_MS;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (server.exitCode !== null || performance.now() > deadlineMs) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

async function end(server: ChildProcess, folder: string): Promise<void> {
  if (server.exitCode === null && server.signalCode === null) {
    const exited = once(server, "exit");
    server.kill("SIGQUIT");
    await exited;
  }
  await rm(folder, { recursive: true, force: true });
}
