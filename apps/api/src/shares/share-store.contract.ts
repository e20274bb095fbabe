import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { NewShare, ShareStore } from "./share-store.ts";

/** What every store must do, whichever database is under it. */
export function describeShareStore(name: string, open: () => Promise<ShareStore>): void {
  describe(`${name} keeps links`, () => {
    let store: ShareStore;
    beforeAll(async () => {
      store = await open();
    }, 120_000);
    afterAll(() => store.close());

    const share = (change: Partial<NewShare> = {}): NewShare => ({
      id: randomUUID(),
      content: `{"calls":"ü ${randomUUID()}"}`,
      deleteTokenHash: "hash-a",
      createdAtMs: 1_700_000_000_000,
      expiresAtMs: 1_800_000_000_000,
      ...change,
    });

    it("gives back exactly what was stored", async () => {
      const made = share({ content: '{"n":9007199254740993,"f":1.0,"t":"line\\u0000 \u{1F600}"}' });
      await store.create(made);
      expect(await store.find(made.id, 1_750_000_000_000)).toEqual({
        id: made.id,
        content: made.content,
        createdAtMs: made.createdAtMs,
        expiresAtMs: made.expiresAtMs,
      });
    });

    it("knows no other id", async () => {
      expect(await store.find("nothing-here", 0)).toBeUndefined();
    });

    it("refuses a second link under one id", async () => {
      const made = share();
      await store.create(made);
      await expect(store.create(share({ id: made.id }))).rejects.toThrow();
      expect((await store.find(made.id, 1_750_000_000_000))?.content).toBe(made.content);
    });

    it("ends a link at its expiry, to the millisecond", async () => {
      const made = share({ expiresAtMs: 1_760_000_000_000 });
      await store.create(made);
      expect(await store.find(made.id, 1_759_999_999_999)).toBeDefined();
      expect(await store.find(made.id, 1_760_000_000_000)).toBeUndefined();
      expect(await store.delete(made.id, "hash-a", 1_760_000_000_000)).toBe("not-found");
    });

    it("deletes only for the holder of the token", async () => {
      const made = share();
      await store.create(made);
      expect(await store.delete(made.id, "hash-b", 1_750_000_000_000)).toBe("wrong-token");
      expect(await store.find(made.id, 1_750_000_000_000)).toBeDefined();
      expect(await store.delete(made.id, "hash-a", 1_750_000_000_000)).toBe("deleted");
      expect(await store.find(made.id, 1_750_000_000_000)).toBeUndefined();
      expect(await store.delete(made.id, "hash-a", 1_750_000_000_000)).toBe("not-found");
    });

    it("keeps content that a second link names when the first is deleted", async () => {
      const first = share();
      const second = share({ content: first.content });
      await store.create(first);
      await store.create(second);
      await store.delete(first.id, "hash-a", 1_750_000_000_000);
      expect((await store.find(second.id, 1_750_000_000_000))?.content).toBe(first.content);
    });

    it("purges what expired and nothing else", async () => {
      const old = share({ expiresAtMs: 1_000 });
      const fresh = share({ content: old.content });
      await store.create(old);
      await store.create(fresh);
      expect(await store.purge(2_000)).toBe(1);
      expect(await store.find(old.id, 500)).toBeUndefined();
      expect((await store.find(fresh.id, 1_750_000_000_000))?.content).toBe(fresh.content);
    });

    it("is opened by several servers at once", async () => {
      const others = await Promise.all([open(), open(), open()]);
      const made = share();
      await store.create(made);
      for (const other of others) {
        expect((await other.find(made.id, 1_750_000_000_000))?.content).toBe(made.content);
        await other.close();
      }
    });

    it("loses nothing while links with one content come, go and are purged at once", async () => {
      const nowMs = 1_750_000_000_000;
      const content = `{"calls":"${randomUUID()}"}`;
      const staying: NewShare[] = [];
      const comeAndGo = async () => {
        for (let n = 0; n < 15; n++) {
          const passing = share({ content });
          const lasting = share({ content });
          await store.create(passing);
          const [outcome] = await Promise.all([
            store.delete(passing.id, "hash-a", nowMs),
            store.create(lasting),
            store.purge(1),
          ]);
          expect(outcome).toBe("deleted");
          await store.delete(lasting.id, n % 5 === 0 ? "hash-b" : "hash-a", nowMs);
          if (n % 5 === 0) staying.push(lasting);
        }
      };
      await Promise.all(Array.from({ length: 6 }, comeAndGo));
      expect(staying).toHaveLength(18);
      for (const { id } of staying) expect((await store.find(id, nowMs))?.content).toBe(content);
    });

    it("takes many links at once", async () => {
      const content = `{"calls":"${randomUUID()}"}`;
      const many = Array.from({ length: 40 }, (_, index) => share(index % 2 === 0 ? { content } : {}));
      await Promise.all(many.map((one) => store.create(one)));
      const found = await Promise.all(many.map((one) => store.find(one.id, 1_750_000_000_000)));
      expect(found.map((one) => one?.content)).toEqual(many.map((one) => one.content));
    });
  });
}
