import { beforeAll, describe, expect, it } from "vitest";
import type { HandlerCode } from "../vocabulary/flow.ts";
import { HandlerCache } from "./handler-cache.ts";
import { Sandbox } from "./sandbox.ts";
import { object, type TestLua, testLua } from "./testing/test-lua.ts";
import { compileLuaWasm } from "./vm/wasm-file.ts";

let test: TestLua;

beforeAll(async () => {
  test = await testLua();
});

function handlerOf(body: string): HandlerCode {
  const loaded = test.load(`local f = Flow.new("x") f:step("s", function(ctx) ${body}\nend) return f`);
  const code = loaded.ok ? loaded.flow.steps[0]?.handler : undefined;
  if (code === undefined) throw new Error(loaded.ok ? "no handler" : loaded.error);
  return code;
}

const run = (code: HandlerCode, context = object({})) =>
  test.lua.run({ ...test.grant(), code: { kind: "function", code }, context });

describe("compiled handlers", () => {
  it("are found by their code: a changed source is another handler at once", () => {
    for (const answer of [1n, 2n, 1n, 3n, 3n, 3n, 1n]) {
      expect(run(handlerOf(`return { answer = ${answer} }`))).toEqual({ ok: true, output: object({ answer }) });
    }
  });

  it("give the same results whether they are cached or not", () => {
    const code = handlerOf("local seen = leak leak = ctx.n return { n = ctx.n, seen = seen }");
    for (let n = 0n; n < 6n; n++) expect(run(code, object({ n }))).toEqual({ ok: true, output: object({ n }) });
  });

  it("come from `source` texts too, told apart by text and step", () => {
    const source = (text: string, step: string) =>
      test.lua.run({ ...test.grant(), code: { kind: "source", text, step }, context: object({}) });
    for (let i = 0; i < 3; i++) {
      expect(source("error('no')", "a")).toMatchObject({ error: "Code execution failed: a:1: no" });
      expect(source("error('no')", "b")).toMatchObject({ error: "Code execution failed: b:1: no" });
      expect(source("= 1", "a").ok).toBe(false);
    }
  });

  it("stay few enough for the state to be restored quickly", async () => {
    const clock = { nowMs: Date.now, monotonicMs: () => performance.now(), sleep: async () => undefined };
    const sandbox = new Sandbox(await compileLuaWasm(undefined), clock, { uuid4: () => "", seed: () => 1n });
    const cache = new HandlerCache(sandbox);
    let largest = 0;
    for (let i = 0; i < 600; i++) {
      const code = handlerOf(`local text = "${"x".repeat(1000)}" return ${i}`);
      cache.prepare({ kind: "function", code });
      cache.prepare({ kind: "function", code });
      largest = Math.max(largest, cache.state.heap.length);
    }
    expect(largest).toBeLessThan(400_000);
  });

  it("are no way to break the sandbox, even if their bytes are spoiled", () => {
    const { chunk, ...rest } = handlerOf("local t = {} for i = 1, 3 do t[i] = i .. 'x' end return t");
    for (let i = 0; i < chunk.length; i++) {
      const spoiled = chunk.slice();
      spoiled[i] = (spoiled[i] ?? 0) ^ 0x15;
      const outcome = test.lua.run({
        ...test.grant({ luaMaxSeconds: 0.1 }),
        code: { kind: "function", code: { ...rest, chunk: spoiled } },
        context: object({}),
      });
      if (!outcome.ok) expect(outcome.error).not.toMatch(/\.wasm|node_modules|file:/);
    }
    expect(run(handlerOf("return 1"))).toEqual({ ok: true, output: object({ result: 1n }) });
    expect(test.lua.poisoned).toBe(false);
  });
});
