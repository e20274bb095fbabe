import { describe, expect, it } from "vitest";
import type { LuaOutcome } from "../index.ts";
import { RunJournal } from "./run-journal.ts";

const outcome = (result: string): LuaOutcome => ({ ok: true, output: new Map([["result", result]]) });

function execute(journal: RunJournal, key: string, result: string): LuaOutcome {
  const known = journal.recall(key);
  if (known !== undefined) return known;
  journal.began(key);
  journal.ended(key, outcome(result));
  return outcome(result);
}

describe("the journal of a run", () => {
  it("gives a second worker what the first one executed, each execution of one key apart", () => {
    const first = new RunJournal([]);
    // A step that is retried runs its children again, under the same key.
    execute(first, "/a/0/main#1:run", "one");
    execute(first, "/a/0/main#1:run", "two");
    const second = new RunJournal(first.take());
    expect(execute(second, "/a/0/main#1:run", "not asked")).toEqual(outcome("one"));
    expect(execute(second, "/a/0/main#1:run", "not asked")).toEqual(outcome("two"));
    expect(second.caughtUp).toBe(false);
    expect(execute(second, "/a/0/main#1:run", "three")).toEqual(outcome("three"));
    expect(second.caughtUp).toBe(true);
  });

  it("tells each entry once", () => {
    const journal = new RunJournal([]);
    execute(journal, "k", "one");
    expect(journal.take()).toHaveLength(1);
    expect(journal.take()).toEqual([]);
  });

  it("knows the execution that was killed, and no other of its key", () => {
    const journal = new RunJournal([{ key: "2~k", spent: "time-budget" }]);
    expect(journal.recall("k")).toBeUndefined();
    expect(journal.spent(journal.current("run"))).toBeUndefined();
    journal.ended("k", outcome("one"));
    expect(journal.recall("k")).toBeUndefined();
    expect(journal.spent(journal.current("run"))).toBe("time-budget");
  });
});
