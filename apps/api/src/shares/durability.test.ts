import { copyFileSync, rmSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { inFolder, type SpawnedServer, spawnServer } from "../testing/spawn-server.ts";
import { backUpShares } from "./back-up-shares.ts";
import type { ShareStore } from "./share-store.ts";
import { createSqliteShareStore } from "./sqlite-share-store.ts";

const WRITES = 1000;
/** Links acknowledged when the process is killed, then when its successor is, then the last. */
const KILLS = [350, 700];
const LANES = 8;

/** Stores one link a lane at a time, until `enough` are acknowledged or the server is gone. */
async function storeLinks(server: SpawnedServer, links: Map<string, string>, enough: number): Promise<void> {
  const lane = async () => {
    while (links.size < enough) {
      const content = `{"about":"link ${Math.random()}"}`;
      const body = { method: "POST", headers: { "content-type": "application/json" }, body: content };
      const response = await fetch(`${server.url}/api/shares`, body);
      const { id } = (await response.json()) as { id: string };
      expect(response.status).toBe(201);
      links.set(id, content);
    }
  };
  await Promise.allSettled(Array.from({ length: LANES }, lane));
}

async function expectAll(store: ShareStore, links: ReadonlyMap<string, string>): Promise<void> {
  for (const [id, content] of links) expect((await store.find(id, Date.now()))?.content).toBe(content);
}

describe("links in the SQLite file", () => {
  it(
    "outlive the process: SIGKILL during 1,000 writes loses none that was acknowledged",
    () =>
      inFolder(async (folder) => {
        const SHARES_FILE = `${folder}/shares.sqlite`;
        const links = new Map<string, string>();
        for (const enough of [...KILLS, WRITES]) {
          const server = await spawnServer({ SHARES_FILE, RATE_SHARES_PER_MINUTE: "0", LOG_LEVEL: "error" });
          const storing = storeLinks(server, links, WRITES);
          // Killed while all lanes have a write under way; the last one ends when all are stored.
          if (enough < WRITES)
            await expect.poll(() => links.size >= enough, { interval: 1, timeout: 60_000 }).toBe(true);
          else await storing;
          expect(await server.end("SIGKILL")).toBeNull();
          await storing;
        }
        expect(links.size).toBeGreaterThanOrEqual(WRITES);
        const store = await createSqliteShareStore(SHARES_FILE);
        await expectAll(store, links);
        await store.close();
      }),
    180_000,
  );

  it(
    "are copied whole while the server writes, and come back from the copy",
    () =>
      inFolder(async (folder) => {
        const SHARES_FILE = `${folder}/shares.sqlite`;
        const links = new Map<string, string>();
        const server = await spawnServer({ SHARES_FILE, RATE_SHARES_PER_MINUTE: "0", LOG_LEVEL: "error" });
        await storeLinks(server, links, 40);
        const before = new Map(links);
        const storing = storeLinks(server, links, 120);
        backUpShares(SHARES_FILE, `${folder}/backup.sqlite`);
        expect(() => backUpShares(SHARES_FILE, `${folder}/backup.sqlite`)).toThrow("not overwritten");
        await storing;
        await server.end("SIGTERM");
        // What docs/OPERATIONS.md says: the server stands still, the three files go, the copy takes their place.
        for (const name of [SHARES_FILE, `${SHARES_FILE}-wal`, `${SHARES_FILE}-shm`]) rmSync(name, { force: true });
        copyFileSync(`${folder}/backup.sqlite`, SHARES_FILE);
        const restored = await spawnServer({ SHARES_FILE, LOG_LEVEL: "error" });
        for (const [id, content] of before) {
          expect(await (await fetch(`${restored.url}/api/shares/${id}`)).text()).toBe(content);
        }
        await restored.end("SIGTERM");
      }),
    120_000,
  );
});
