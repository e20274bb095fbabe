import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { describeShareStore } from "./share-store.contract.ts";
import { createSqliteShareStore } from "./sqlite-share-store.ts";

const folder = mkdtempSync(join(tmpdir(), "shares-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describeShareStore("SQLite", () => createSqliteShareStore(join(folder, "deep", "shares.sqlite")));
