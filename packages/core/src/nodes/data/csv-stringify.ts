import { sortKeys } from "../../json/sort-keys.ts";
import { isJsonArray, isJsonObject, type Json, type JsonArray, type JsonObject } from "../../vocabulary/json.ts";
import { defineNode } from "../define-node.ts";
import { NodeFault } from "../node-fault.ts";
import { plainText } from "../plain-text.ts";
import type { Settings, Source } from "../settings.ts";
import { type CsvFormat, csvFormat } from "./csv-format.ts";

/** Objects, arrays or scalars as CSV text with `\n` at the end of every line (spec 07 §5). */
export const csvStringify = defineNode("csv_stringify", ({ settings }) => {
  const table = tableOf(settings.source());
  const outputKey = settings.text("output_key");
  const print = rowPrinter(settings, csvFormat(settings));
  const rows = settings.flag("include_headers", true) && table.columns.length > 0 ? [table.columns] : [];
  return [[outputKey, [...rows, ...table.rows].map(print).join("")]];
});

interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly JsonArray[];
}

function tableOf({ key, value }: Source): Table {
  if (isJsonObject(value)) return objectTable([value]);
  if (!isJsonArray(value)) throw new NodeFault(`Value at '${key}' must be an object or array`);
  if (value.every(isJsonObject)) return objectTable(value);
  if (value.every(isJsonArray)) return arrayTable(value);
  if (value.every(isScalar)) return { columns: ["value"], rows: value.map((scalar) => [scalar]) };
  throw new NodeFault(`Value at '${key}' must hold only objects, only arrays, or only scalars`);
}

function objectTable(objects: readonly JsonObject[]): Table {
  const columns = sortKeys([...new Set(objects.flatMap((object) => [...object.keys()]))]);
  return { columns, rows: objects.map((object) => columns.map((column) => object.get(column) ?? null)) };
}

function arrayTable(arrays: readonly JsonArray[]): Table {
  const width = arrays.reduce((widest, array) => Math.max(widest, array.length), 0);
  const columns = Array.from({ length: width }, (_, column) => `column_${column + 1}`);
  return { columns, rows: arrays.map((array) => columns.map((_, column) => array[column] ?? null)) };
}

function isScalar(value: Json): boolean {
  return value === null || typeof value !== "object";
}

function rowPrinter(settings: Settings, { delimiter, quote }: CsvFormat): (row: JsonArray) => string {
  const quoteAll = settings.flag("quote_all", false);
  return (row) => {
    const cells = row.map((value) => (value === null ? "" : plainText(value)));
    // A line that is empty would be no row, so a lonely empty cell is quoted.
    const mustQuote = (cell: string) =>
      quoteAll ||
      [delimiter, quote, "\n", "\r"].some((special) => cell.includes(special)) ||
      (cell === "" && cells.length === 1);
    const line = cells.map((cell) => (mustQuote(cell) ? quote + cell.replaceAll(quote, quote + quote) + quote : cell));
    return `${line.join(delimiter)}\n`;
  };
}
