import { describe, expect, it } from "vitest";
import { boardKey, newBoardMemory, sharedBoardReader, sharedBoardWriter } from "./execution-board.ts";

function newBoard() {
  const memory = newBoardMemory();
  return { writer: sharedBoardWriter(memory), reader: sharedBoardReader(memory) };
}

describe("the execution board", () => {
  it("shows what runs, and nothing when nothing does", () => {
    const { writer, reader } = newBoard();
    expect(reader.current()).toBeUndefined();
    writer.begin("1~/dispatch/0/größe \u{1F600}#1:run", 10_000, "deadline");
    expect(reader.current()).toEqual({
      ordinal: 1,
      key: "1~/dispatch/0/größe \u{1F600}#1:run",
      budgetMs: 10_000,
      budget: "deadline",
    });
    writer.end();
    expect(reader.current()).toBeUndefined();
    writer.begin("2", Number.POSITIVE_INFINITY, "time-budget");
    expect(reader.current()).toMatchObject({ ordinal: 2, key: "2", budgetMs: Number.POSITIVE_INFINITY });
  });

  it("cuts a long key as everyone else does", () => {
    const { writer, reader } = newBoard();
    const long = "k".repeat(100_000);
    writer.begin(long, 1, "time-budget");
    expect(reader.current()?.key).toBe(boardKey(long));
  });

  it("carries a cancel until the next run", () => {
    const { writer, reader } = newBoard();
    expect(writer.cancelled()).toBe(false);
    reader.cancel();
    expect(writer.cancelled()).toBe(true);
    reader.reset();
    expect(writer.cancelled()).toBe(false);
  });
});
