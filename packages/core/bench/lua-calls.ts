/**
 * CPU time of one handler call inside Lua: context in, a small function, result out.
 * `npx tsx packages/core/bench/lua-calls.ts`
 */
import { createLua, type LuaInstance } from "../src/lua/index.ts";
import type { LuaGrant } from "../src/ports/lua.ts";
import type { HandlerCode } from "../src/vocabulary/flow.ts";
import type { Json, JsonObject } from "../src/vocabulary/json.ts";
import type { Limits } from "../src/vocabulary/limits.ts";

const limits = {
  maxFlowSourceBytes: 1_048_576,
  luaMaxInstructions: 5_000_000,
  luaMaxSeconds: 10,
  luaMaxMemoryBytes: 134_217_728,
  luaHookInterval: 10_000,
  maxConversionDepth: 64,
  maxConversionNodes: 100_000,
} as Limits;

const grant: LuaGrant = { limits, env: () => undefined, log: () => undefined, cancelled: () => false };
const ROUNDS = 30;

const object = (fields: Record<string, Json>): JsonObject => new Map(Object.entries(fields));

const call = object({ id: "call_1", index: 0n, type: "function", name: "add", raw_arguments: '{"a":2}' });
const smallContext = object({
  tool_call: new Map([...call, ["arguments", object({ a: 2n })], ["raw_call", call]]),
  tool_name: "add",
  tool_arguments: object({ a: 2n }),
  tool_call_id: "call_1",
  tool_call_index: 0n,
  a: 2n,
  _flow_dir: "/flows",
});
const fifty = object(Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`field_${i}`, BigInt(i)])));
const values = Array.from({ length: 50_000 }, (_, i) => BigInt(i));

const workloads: { name: string; calls: number; context: JsonObject; body: string }[] = [
  { name: "empty", calls: 2000, context: new Map(), body: "return nil" },
  { name: "small", calls: 2000, context: smallContext, body: "return { tool_result_value = { sum = ctx.a + 1 } }" },
  {
    name: "fifty arguments",
    calls: 1000,
    context: new Map([...smallContext, ["tool_arguments", fifty]]),
    body: "return { tool_result_value = { sum = ctx.tool_arguments.field_7 } }",
  },
  {
    name: "50,000 values back",
    calls: 5,
    context: object({ values }),
    body: "return { tool_result_value = ctx.values }",
  },
  {
    name: "3 MiB string back",
    calls: 20,
    context: object({ text: "x".repeat(3 * 2 ** 20) }),
    body: "return { tool_result_value = ctx.text }",
  },
];

function handlerOf(lua: LuaInstance, body: string): HandlerCode {
  const source = `local flow = Flow.new("bench") flow:step("s", function(ctx) ${body} end) return flow`;
  const loaded = lua.load({ ...grant, file: "bench.lua", source, nodeTypes: [] });
  const handler = loaded.ok ? loaded.flow.steps[0]?.handler : undefined;
  if (handler === undefined) throw new Error(JSON.stringify(loaded));
  return handler;
}

function microsecondsPerCall(lua: LuaInstance, code: HandlerCode, context: JsonObject, calls: number): number {
  const request = { ...grant, code: { kind: "function", code }, context } as const;
  const before = process.cpuUsage();
  for (let i = 0; i < calls; i++) {
    const outcome = lua.run(request);
    if (!outcome.ok) throw new Error(outcome.error);
  }
  const used = process.cpuUsage(before);
  return (used.user + used.system) / calls;
}

async function main(): Promise<void> {
  const clock = { nowMs: Date.now, monotonicMs: () => performance.now(), sleep: async () => undefined };
  const lua = await createLua({ clock, random: { uuid4: () => "", seed: () => 1n } });
  for (const { name, calls, context, body } of workloads) {
    const code = handlerOf(lua, body);
    const rounds = Array.from({ length: ROUNDS }, () => microsecondsPerCall(lua, code, context, calls));
    rounds.sort((a, b) => a - b);
    const [min, median] = [rounds[0] ?? 0, rounds[ROUNDS / 2] ?? 0];
    console.log(`${name.padEnd(20)} min ${min.toFixed(1).padStart(9)} µs   median ${median.toFixed(1).padStart(9)} µs`);
  }
  lua.close();
}

await main();
