import { jsonrepair } from "jsonrepair";
import { parseJson } from "../json/parse-json.ts";
import { prettyJson } from "../json/print-json.ts";
import { isJsonObject, type JsonObject } from "../vocabulary/json.ts";

/** A longer text is not worth the guess, and repairing happens while somebody types. */
const LONGEST_REPAIRED = 65_536;

/** What a text that is not JSON was probably meant to be. */
export interface RepairedArguments {
  readonly value: JsonObject;
  /** JSON text of the value, for people. */
  readonly text: string;
}

/**
 * A guess at the argument object that a broken text was meant to be: quotes, commas and brackets put in, comments and
 * fences taken out. Offered to a person and never applied by itself; undefined when the text is JSON already, or
 * nothing like an object comes out.
 */
export function repairArguments(text: string): RepairedArguments | undefined {
  if (text.length > LONGEST_REPAIRED || parseJson(text).ok) return undefined;
  const repaired = guess(text);
  const parsed = repaired === undefined ? undefined : parseJson(repaired);
  if (parsed === undefined || !parsed.ok || !isJsonObject(parsed.value) || parsed.value.size === 0) return undefined;
  return { value: parsed.value, text: prettyJson(parsed.value) };
}

function guess(text: string): string | undefined {
  try {
    return jsonrepair(text);
  } catch {
    // Beyond repair, or nested beyond the library's recursion: either way there is nothing to offer.
    return undefined;
  }
}
