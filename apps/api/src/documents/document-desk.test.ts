import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { HttpProblem } from "../http/problem.ts";
import { type DocumentDesk, openDocumentDesk } from "./document-desk.ts";

describe("documents of strangers", () => {
  let desk: DocumentDesk;
  beforeAll(async () => {
    desk = await openDocumentDesk({ timeoutMs: 1000, threads: 1 });
  }, 60_000);
  afterAll(() => desk.close());

  it("keep the loop free while one is read, and end at their time", async () => {
    // Thousands of texts that look like keys: telling them apart takes longer than a document may.
    const heavy = JSON.stringify({
      about: Array.from({ length: 120_000 }, (_, n) => `sk-${"k".repeat(16)}${n}`).join(" "),
    });
    let beats = 0;
    const heart = setInterval(() => beats++, 10);
    await expect(desk.ask({ ask: "shareable", text: heavy, acknowledged: false })).rejects.toMatchObject({
      document: { status: 422, code: "document-too-heavy" },
    });
    clearInterval(heart);
    expect(beats).toBeGreaterThan(10);
  });

  it("are read again after a thread was ended", async () => {
    expect(await desk.ask({ ask: "scenario", text: '{"calls":[]}' })).toBe('{"calls":[]}');
  });

  it("wait in a line that has an end", async () => {
    const asked = Array.from({ length: 60 }, () => desk.ask({ ask: "scenario", text: '{"calls":[]}' }));
    const settled = await Promise.allSettled(asked);
    const refused = settled.filter((one) => one.status === "rejected");
    expect(refused.length).toBe(60 - 33);
    for (const { reason } of refused) expect((reason as HttpProblem).document).toMatchObject({ status: 429 });
  });
});
