import { jsonEquals } from "../json/json-equals.ts";
import type { Json } from "../vocabulary/json.ts";
import type { Sandbox } from "./sandbox.ts";
import { MachineFault } from "./vm/machine.ts";

const CEILINGS = { maxConversionDepth: 8, maxConversionNodes: 1000 };

/** Every kind of value, in every place where Lua keeps values. */
const SAMPLE: Json = new Map<string, Json>([
  ["", null],
  ["a field with a name of more than forty bytes, which Lua treats differently", -1n],
  ["array", [1n, 2.5, -0, true, false, null, "short", "é".repeat(50), []]],
  ["integer", 2n ** 63n - 1n],
  ["object", new Map<string, Json>([["nested", new Map()]])],
  ["text", "x".repeat(70_000)],
]);

/**
 * Reads back what was pushed. Results are read from memory by the offsets of one build of Lua (`vm/layout.ts`); with
 * another build this finds out before a script runs.
 */
export function checkLayout({ machine, pusher, reader, L }: Sandbox): void {
  pusher.push(SAMPLE, CEILINGS);
  // Entries that Lua keeps in the hash part of a table although it is an array.
  machine.lua.lua_createtable(L, 0, 2);
  for (const index of [2n, 1n]) {
    machine.lua.lua_pushinteger(L, index);
    machine.lua.lua_rawseti(L, -2, index);
  }
  const [sample, hashed] = [reader.read(L, -2, CEILINGS), reader.read(L, -1, CEILINGS)];
  const isRight = jsonEquals(sample, SAMPLE) && jsonEquals(hashed, [1n, 2n]);
  if (!isRight) throw new MachineFault("This build of Lua lays out its values differently");
}
