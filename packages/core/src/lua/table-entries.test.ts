import { describe, expect, it } from "vitest";
import { compareCodePoints } from "../json/sort-keys.ts";
import { TableEntries } from "./table-entries.ts";

/** Reads a table whose fields come in this order, each with a slot of its own, as the reader does. */
function read(entries: TableEntries, fields: readonly string[], firstSlot: number): [string, number][] {
  entries.clear();
  for (const [index, field] of fields.entries()) entries.addField(field, firstSlot + index);
  entries.sortFields();
  return Array.from({ length: entries.fieldCount }, (_, at) => [
    entries.fields[at] ?? "",
    entries.fieldSlots[at] ?? Number.NaN,
  ]);
}

const sorted = (fields: readonly string[], firstSlot: number) =>
  fields
    .map((field, index): [string, number] => [field, firstSlot + index])
    .sort(([a], [b]) => compareCodePoints(a, b));

describe("the fields of a table", () => {
  const wide = Array.from({ length: 40 }, (_, index) => `field ${(index * 7) % 40}`);
  const tables = [
    ["ok", "name", "id", "score"],
    ["ok", "name", "id", "score"],
    ["name", "ok", "id", "score"],
    ["ok", "name", "id"],
    ["ok", "name", "id", "scare"],
    [],
    ["one"],
    ["\u{1f600}", "\uffff", "", "a"],
    ["\u{1f600}", "\uffff", "", "a"],
    wide,
    wide.slice(0, 32),
    wide.slice(0, 32).reverse(),
    ["ok", "name", "id", "score"],
  ];

  it("are sorted by code point with their slots, whatever table was read before", () => {
    const entries = new TableEntries();
    for (const first of tables)
      for (const second of tables) {
        expect(read(entries, first, 100)).toEqual(sorted(first, 100));
        expect(read(entries, second, 900)).toEqual(sorted(second, 900));
      }
  });
});
