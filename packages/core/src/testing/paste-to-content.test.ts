import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { systemClock, systemRandom } from "../host/system-ports.ts";
import { compactJson, conduct, createMemoryCache, FlowLoader, type Json, prettyJson, readScenario } from "../index.ts";
import { createLua, type LuaInstance } from "../lua/index.ts";

let lua: LuaInstance;
beforeAll(async () => {
  lua = await createLua({ clock: systemClock, random: systemRandom });
});

const ECHO = `local flow = Flow.new("echo")
flow:step("s", function(ctx) return { tool_result_value = ctx.value } end)
return flow`;

/** All that Lua keeps: integers of 64 bits, floats, any text, arrays and objects, empty ones too. */
const anyValue = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constant(null),
    fc.boolean(),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.string({ unit: "binary" }),
    fc.array(tie("value"), { maxLength: 4 }),
    fc
      .array(fc.tuple(fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("__proto__", "10", "9")), tie("value")), {
        maxLength: 4,
      })
      .map((entries) => new Map(entries)),
  ),
})).value;

it("[01 §7] any JSON survives from the pasted arguments through Lua to the content, byte for byte", async () => {
  const loader = new FlowLoader();
  const cache = createMemoryCache(1);
  await fc.assert(
    fc.asyncProperty(anyValue, async (value) => {
      const args = prettyJson(new Map([["value", value]]));
      const calls = compactJson([
        new Map<string, Json>([
          ["id", "c"],
          ["name", "echo"],
          ["arguments", args],
        ]),
      ]);
      const tools = '{ echo = { flow = "echo.lua", input = { value = "arguments.value" } } }';
      const read = readScenario(JSON.stringify({ calls, tools, flows: { "echo.lua": ECHO } }));
      if (!read.ok) throw new Error("unreadable");
      const ports = { lua, clock: systemClock, random: systemRandom, cache, loader };
      const run = await conduct(read.value, ports, () => {}, new AbortController().signal);
      const entries = run.kind === "dispatch" ? run.output?.get("tool_results") : undefined;
      const content = Array.isArray(entries) && entries[0] instanceof Map ? entries[0].get("content") : undefined;
      expect(content).toBe(typeof value === "string" ? value : compactJson(value));
    }),
    { numRuns: 300 },
  );
});
