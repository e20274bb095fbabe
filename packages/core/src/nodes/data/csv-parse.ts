import type { Json } from "../../vocabulary/json.ts";
import { defineNode } from "../define-node.ts";
import { lazily } from "../lazily.ts";
import { NodeFault } from "../node-fault.ts";
import { parseExact } from "../read-setting.ts";
import type { Settings } from "../settings.ts";
import { withLibrary } from "../with-library.ts";
import { type CsvFormat, csvFormat } from "./csv-format.ts";

const csv = lazily("CSV", () => import("./csv-library.mjs"));

/** CSV as objects, or as arrays without a header (spec 07 §5). */
export const csvParse = defineNode("csv_parse", (task) => {
  const { settings } = task;
  const source = settings.source();
  const text = source.asText();
  const outputKey = settings.text("output_key");
  const format = csvFormat(settings);
  return withLibrary(task, csv(), ({ parse }) => {
    const rows = readRows(parse, text, format, settings);
    requireEqualLengths(rows, source.key);
    const field = settings.flag("infer_types", false) ? inferType : (cell: string) => cell;
    return [
      [outputKey, settings.flag("has_header", true) ? asObjects(rows, field) : rows.map((row) => row.map(field))],
    ];
  });
});

type Parse = Awaited<ReturnType<typeof csv>>["parse"];

function readRows(parse: Parse, text: string, { delimiter, quote }: CsvFormat, settings: Settings): string[][] {
  try {
    return parse(text, {
      delimiter,
      quote,
      escape: quote,
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: settings.flag("skip_empty_lines", true),
      trim: settings.flag("trim", false),
    });
  } catch (thrown) {
    throw new NodeFault(`Failed to parse CSV: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
  }
}

function requireEqualLengths(rows: readonly (readonly string[])[], key: string): void {
  const columns = rows[0]?.length;
  const odd = rows.findIndex((row) => row.length !== columns);
  if (odd < 0) return;
  throw new NodeFault(
    `Failed to parse CSV in '${key}': row ${odd + 1} has ${rows[odd]?.length} fields, the first row has ${columns}`,
  );
}

type ReadField = (cell: string) => Json;

function asObjects(rows: readonly (readonly string[])[], field: ReadField): Json[] {
  const [header = [], ...records] = rows;
  return records.map((record) => new Map(header.map((name, column) => [name, field(record[column] ?? "")])));
}

/** true/false in any case, then integer, then float, else the trimmed text. */
function inferType(cell: string): Json {
  const text = cell.trim();
  const word = text.toLowerCase();
  if (word === "true" || word === "false") return word === "true";
  return parseExact(text) ?? text;
}
