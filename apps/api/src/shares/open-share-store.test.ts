import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { SettingsError } from "../settings/settings-error.ts";
import { inFolder } from "../testing/spawn-server.ts";
import { openShareStore } from "./open-share-store.ts";

describe("a database that cannot be opened", () => {
  it("is said in a sentence, without the password in its address", async () => {
    const databaseUrl = "postgres://app:hunter2@127.0.0.1:1/links";
    const opening = openShareStore({ databaseUrl, sqliteFile: "" });
    await expect(opening).rejects.toBeInstanceOf(SettingsError);
    await expect(opening).rejects.toThrow(/^The database that DATABASE_URL names cannot be opened \(ECONNREFUSED\)\.$/);
  });

  it("is said with its file", () =>
    inFolder(async (folder) => {
      const sqliteFile = `${folder}/links.txt`;
      writeFileSync(sqliteFile, "no database ".repeat(100));
      const opening = openShareStore({ databaseUrl: undefined, sqliteFile });
      await expect(opening).rejects.toBeInstanceOf(SettingsError);
      await expect(opening).rejects.toThrow(`SHARES_FILE is "${sqliteFile}"`);
      await expect(openShareStore({ databaseUrl: undefined, sqliteFile: folder })).rejects.toThrow("SHARES_FILE");
    }));
});
