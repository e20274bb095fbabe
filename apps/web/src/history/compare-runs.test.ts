import { describe, expect, it } from "vitest";
import { compareRuns } from "./compare-runs.ts";
import { lineChanges } from "./line-changes.ts";
import { openOldStore } from "./old-store.ts";
import { runIn, SCENARIO, storeOf } from "./run-draft.testing.ts";

async function twoRuns(calls: string) {
  const store = storeOf(SCENARIO);
  await runIn(store, 1);
  store.dispatch({ type: "document-edited", document: "calls", text: calls });
  await runIn(store, 2);
  const [before, after] = store.getState().history;
  if (before === undefined || after === undefined) throw new Error("not two runs");
  return { before, after };
}

describe("the difference between two runs", () => {
  it("is nothing when nothing changed", async () => {
    const { before, after } = await twoRuns(`${SCENARIO.calls} `);
    expect(compareRuns(before, after)).toEqual({ whole: [], calls: [], alike: 2 });
  });

  it("names arguments, references, results and messages of the call that changed, the second of its id", async () => {
    const { before, after } = await twoRuns(SCENARIO.calls.replace("Bergen", "Narvik"));
    const { calls, alike, whole } = compareRuns(before, after);
    expect([alike, whole]).toEqual([1, []]);
    expect(calls.map(({ id, presence }) => [id, presence])).toEqual([["a", "both"]]);
    expect(calls[0]?.differences.map(({ part }) => part)).toEqual(["arguments", "input city", "result", "message"]);
    expect(calls[0]?.differences[1]).toMatchObject({
      before: "arguments.city → Bergen",
      after: "arguments.city → Narvik",
    });
  });

  it("tells a reference that became null and why, the error, and the published counts", async () => {
    const { before, after } = await twoRuns(SCENARIO.calls.replace('"city":"Oslo"', '"town":"Oslo"'));
    const { calls, whole } = compareRuns(before, after);
    const differences = new Map(calls[0]?.differences.map((one) => [one.part, one]));
    expect(differences.get("status")).toMatchObject({ before: "success", after: "failed" });
    expect(differences.get("input city")?.after).toMatch(/^arguments\.city → null \(.*town/);
    expect(differences.get("error")?.before).toBeUndefined();
    expect(differences.get("error")?.after).toContain("city is required");
    expect(whole.map(({ part, after: now }) => [part, now])).toContainEqual(["published tool_results_errors", "1"]);
  });

  it("aligns by id, not by place: a call before the others is new, the others are alike", async () => {
    const { before, after } = await twoRuns(
      SCENARIO.calls.replace("[", '[{"id":"__proto__","name":"echo","arguments":{"city":"Narvik"}},'),
    );
    const { calls, alike } = compareRuns(before, after);
    expect(alike).toBe(2);
    expect(calls.map(({ id, presence }) => [id, presence])).toEqual([["__proto__", "after"]]);
  });
});

describe("the lines of two texts", () => {
  it("are marked as added, removed or the same, far ones counted", () => {
    const lines = Array.from({ length: 20 }, (_, index) => `line ${index}\n`);
    const changes = lineChanges(lines.join(""), lines.with(10, "other\n").join(""));
    expect(changes.map(({ kind }) => kind)).toEqual(["same", "removed", "added", "same"]);
    expect(changes[0]?.text).toBe("… 7 lines alike\nline 7\nline 8\nline 9\n");
    expect(changes[1]?.text).toBe("line 10\n");
    expect(changes[3]?.text).toBe("line 11\nline 12\nline 13\n… 6 lines alike\n");
  });

  it("are shown whole when too many differ", () => {
    const text = (word: string) => Array.from({ length: 3000 }, (_, index) => `${word} ${index}\n`).join("");
    expect(lineChanges(text("a"), text("b")).map(({ kind }) => kind)).toEqual(["removed", "added"]);
  });
});

describe("an old run that is looked at", () => {
  it("cannot be changed, whatever is pressed", async () => {
    const { before } = await twoRuns(SCENARIO.calls);
    const store = openOldStore(before);
    store.dispatch({ type: "document-edited", document: "tools", text: "{}" });
    store.dispatch({ type: "run-started", number: 9, host: "browser", atMs: 0 });
    store.dispatch({ type: "call-chosen", call: 1 });
    expect(store.getState()).toMatchObject({ call: 1, draft: { tools: SCENARIO.tools }, run: { number: 1 } });
  });
});
