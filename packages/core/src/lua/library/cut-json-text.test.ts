import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJson } from "../../json/parse-json.ts";
import { isJsonArray, isJsonObject, type Json } from "../../vocabulary/json.ts";
import { cutJsonText } from "./cut-json-text.ts";

function valuesIn(value: Json): number {
  const members = isJsonArray(value) ? value : isJsonObject(value) ? [...value.values()] : [];
  return members.reduce((sum: number, member) => sum + valuesIn(member), 1);
}

function parsed(text: string): Json {
  const result = parseJson(text);
  if (!result.ok) throw new Error(`${text}: ${result.error.message}`);
  return result.value;
}

describe("cutJsonText", () => {
  it("[04 §5] leaves texts below the ceiling alone and cuts others after one value too many", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), fc.integer({ min: 1, max: 12 }), fc.nat(3), (text, most, indent) => {
        const spaced = JSON.stringify(JSON.parse(text), null, indent);
        const cut = cutJsonText(new TextEncoder().encode(spaced), most);
        if (valuesIn(parsed(spaced)) <= most) expect(cut).toBeUndefined();
        else expect(valuesIn(parsed(new TextDecoder().decode(cut)))).toBe(most + 1);
      }),
      { numRuns: 2000 },
    );
  });
});
