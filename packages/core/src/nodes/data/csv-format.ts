import { NodeFault } from "../node-fault.ts";
import type { Settings } from "../settings.ts";

export interface CsvFormat {
  readonly delimiter: string;
  readonly quote: string;
}

/** `delimiter` and `quote_char`: one-byte characters; `\t` as two characters is a tab (spec 07 §5). */
export function csvFormat(settings: Settings): CsvFormat {
  const delimiter = oneByte(settings, "delimiter", ",");
  const quote = oneByte(settings, "quote_char", '"');
  if (delimiter === quote) throw new NodeFault(`${settings.node}: 'delimiter' and 'quote_char' must differ`);
  return { delimiter, quote };
}

function oneByte(settings: Settings, key: string, standard: string): string {
  const given = settings.text(key, standard);
  const character = given === "\\t" ? "\t" : given;
  if (character.length !== 1 || character > "\x7f" || character === "\n" || character === "\r") {
    throw new NodeFault(`${settings.node}: '${key}' must be a single one-byte character`);
  }
  return character;
}
