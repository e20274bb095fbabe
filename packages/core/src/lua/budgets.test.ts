import { beforeAll, describe, expect, it } from "vitest";
import type { HandlerCode } from "../vocabulary/flow.ts";
import type { Limits } from "../vocabulary/limits.ts";
import { createLua } from "./index.ts";
import { busyMs } from "./testing/busy-ms.ts";
import { LIMITS, type TestLua, testLua } from "./testing/test-lua.ts";

let test: TestLua;

beforeAll(async () => {
  test = await testLua();
});

/** Instructions of `for i = 1, n do end`: one a turn and a few around it. */
const loop = (turns: number) => `for i = 1, ${turns} do end return "done"`;

function spent(body: string, limits: Partial<Limits>): string {
  const outcome = test.handler(body, new Map(), limits);
  return outcome.ok ? `ok ${outcome.output?.get("result")}` : outcome.cause;
}

describe("the instruction budget", () => {
  it("[04 §6] names the limit as it was set, and the place", () => {
    const outcome = test.handler("\nlocal n = 0\nwhile true do n = n + 1 end", new Map(), {
      luaMaxInstructions: 12_345,
    });
    expect(outcome).toEqual({
      ok: false,
      cause: "instruction-budget",
      error: "Function execution failed: main.lua:3: Lua execution exceeded instruction budget of 12345",
      where: { file: "main.lua", line: 3 },
    });
  });

  it("[04 §6] is rounded up to whole intervals", () => {
    const limits = { luaMaxInstructions: 15_000, luaHookInterval: 10_000 };
    expect(spent(loop(19_900), limits)).toBe("ok done");
    expect(spent(loop(20_100), limits)).toBe("instruction-budget");
  });

  it("[04 §6] never stops a script shorter than one interval", () => {
    const limits = { luaMaxInstructions: 10, luaHookInterval: 50_000 };
    expect(spent(loop(49_900), limits)).toBe("ok done");
    expect(spent(loop(50_100), limits)).toBe("instruction-budget");
  });

  it("[04 §6] is exact with small intervals and off with 0", () => {
    expect(spent(loop(450), { luaMaxInstructions: 500, luaHookInterval: 1 })).toBe("ok done");
    expect(spent(loop(520), { luaMaxInstructions: 500, luaHookInterval: 1 })).toBe("instruction-budget");
    expect(spent(loop(6_000_000), { luaMaxInstructions: 0 })).toBe("ok done");
  });

  it.each([
    "while true do pcall(function() while true do end end) end",
    "while true do xpcall(function() while true do end end, function() while true do end end) end",
    'local x <close> = setmetatable({}, { __close = function() while true do end end }) error("x")',
    "return tostring(setmetatable({}, { __tostring = function() while true do end end }))",
    "error(setmetatable({}, { __tostring = function() while true do end end }))",
    "table.sort({ 3, 2, 1 }, function() while true do end end)",
    '("x"):gsub(".", function() while true do end end)',
    "return setmetatable({}, { __index = function() while true do end end }).x",
    "for _ in function() while true do end end do end",
  ])("[04 §6] cannot be caught: %s", (body) => {
    expect(spent(body, { luaMaxInstructions: 50_000 })).toBe("instruction-budget");
  });

  it("[04 §6] applies to loading a file", () => {
    expect(test.load("while true do end", { luaMaxInstructions: 50_000 })).toMatchObject({
      ok: false,
      cause: "instruction-budget",
      error: "Failed to evaluate flow file 'main.lua': main.lua:1: Lua execution exceeded instruction budget of 50000",
    });
  });
});

describe("the time budget", () => {
  it("[04 §6] ends code that the other budgets allow", () => {
    const outcome = test.handler("while true do end", new Map(), { luaMaxInstructions: 0, luaMaxSeconds: 0.2 });
    expect(outcome).toMatchObject({ ok: false, cause: "time-budget" });
    expect(outcome.ok || outcome.error).toContain("Lua execution exceeded time budget of 0.2s");
  });

  it.each([
    'local s = ("x"):rep(4e7) while true do local t = s .. "y" end',
    'local a, b = ("x"):rep(4e7), ("x"):rep(4e7) .. "y" while true do local t = a < b end',
    'local s = ("x"):rep(4e7) while true do s:upper() end',
    'local s = ("9"):rep(4e7) while true do local n = tonumber(s) end',
    "local t = {} for i = 1, 2e6 do t[i] = i % 1000 end while true do table.sort(t) end",
    "while true do select('#', table.unpack({}, 1, 999000)) end",
    'return ("a"):rep(3000):find(".-.-.-.-b")',
    "local t = {} for i = 1, 1e5 do t[i] = i end for i = 1, 1e5 do t[i] = nil end while true do next(t) end",
    'local t = {} for i = 1, 300 do t[i] = ("x"):rep(1e5) .. i end while true do table.concat(t) end',
  ])("[04 §6] also ends code whose single instructions are slow: %s", (body) => {
    const start = busyMs();
    expect(spent(body, { luaMaxInstructions: 0, luaMaxSeconds: 0.3 })).toBe("time-budget");
    expect(busyMs() - start).toBeLessThan(1300);
  });
});

describe("the memory budget", () => {
  it.each([
    "local t = {} while true do t[#t + 1] = { 1, 2, 3 } end",
    'local s = "x" while true do s = s .. s end',
    "local t = {} while true do pcall(function() while true do t[#t + 1] = {} end end) end",
    'return #(("x"):rep(1e9))',
    'local t = {} for i = 1, 1e6 do t[i] = ("x"):rep(100) .. i end',
    'while true do log(("x"):rep(100000)) end',
  ])("[04 §6] cannot be caught: %s", (body) => {
    const outcome = test.handler(body, new Map(), { luaMaxMemoryBytes: 4_000_000 });
    expect(outcome).toMatchObject({ ok: false, cause: "memory" });
    expect(outcome.ok || outcome.error).toContain("memory");
  });

  it("[04 §6] counts what is held, not what was ever allocated", () => {
    const churn = "for i = 1, 400 do local s = ('x'):rep(100000) .. i end return 'done'";
    expect(spent(churn, { luaMaxMemoryBytes: 1_000_000 })).toBe("ok done");
  });

  it("[04 §6] is off with 0", () => {
    const big = 'return #(("x"):rep(200000000))';
    expect(spent(big, { luaMaxMemoryBytes: 0 })).toBe("ok 200000000");
    expect(spent(big, {})).toBe("memory");
  });
});

describe("deadline and cancel", () => {
  const code = (): HandlerCode => {
    const loaded = test.load("local f = Flow.new('x') f:step('s', function() while true do end end) return f");
    const handler = loaded.ok ? loaded.flow.steps[0]?.handler : undefined;
    if (handler === undefined) throw new Error("no handler");
    return handler;
  };
  const unlimited = { luaMaxInstructions: 0, luaMaxSeconds: 0 };

  it("[04 §6] a step's deadline ends its code", () => {
    const grant = test.grant(unlimited, { deadlineMs: performance.now() + 100 });
    const outcome = test.lua.run({ ...grant, code: { kind: "function", code: code() }, context: new Map() });
    expect(outcome).toMatchObject({ ok: false, cause: "deadline" });
    expect(outcome.ok || outcome.error).toContain("step deadline exceeded");
  });

  it("[04 §6] a cancelled run ends its code", () => {
    let asked = 0;
    const grant = test.grant(unlimited, { cancelled: () => ++asked > 50 });
    const outcome = test.lua.run({ ...grant, code: { kind: "function", code: code() }, context: new Map() });
    expect(outcome).toMatchObject({ ok: false, cause: "cancelled" });
    expect(outcome.ok || outcome.error).toContain("step execution cancelled");
  });
});

describe("after a budget was used up", () => {
  it("the next call starts from the same state, thousands of times", async () => {
    const lua = await createLua({
      clock: { nowMs: Date.now, monotonicMs: () => performance.now(), sleep: async () => undefined },
      random: { uuid4: () => "", seed: () => 1n },
    });
    const grant = test.grant({ luaMaxInstructions: 100, luaHookInterval: 100 });
    const source = (text: string) =>
      lua.run({ ...grant, code: { kind: "source", text, step: "s" }, context: new Map() });
    for (let i = 0; i < 6000; i++) expect(source("leak = 1 while true do end").ok).toBe(false);
    expect(source("tostring(leak)")).toMatchObject({ ok: true, output: new Map([["result", "nil"]]) });
    expect(lua.poisoned).toBe(false);
    lua.close();
    expect(() => source("1")).toThrow("Lua is closed");
    expect(LIMITS.luaMaxSeconds).toBe(10);
  });
});

describe("what the host is made to keep", () => {
  const limits = { luaMaxMemoryBytes: 4_000_000 };

  it.each([
    'local s = ("x"):rep(100000) local t = {} for i = 1, 1000 do t[i] = s end return t',
    'local s = ("x"):rep(100000) local t = {} for i = 1, 1000 do t[i] = { [s] = 1 } end return t',
    'local s = ("x"):rep(100000) local t = {} for i = 1, 1000 do t[i] = s end return #json_stringify(t)',
    'local s = ("x"):rep(100000) local t = {} for i = 1, 1000 do t[i] = s end error(t)',
    'local s = ("x"):rep(100000) local t = {} for i = 1, 200 do t[i] = s end log(table.unpack(t))',
    'local s = ("x"):rep(100000) local t = {} for i = 1, 200 do t[i] = s end print(table.unpack(t))',
  ])("[04 §6] is limited like Lua's own memory: %s", (body) => {
    expect(test.handler(body, new Map(), limits)).toMatchObject({ ok: false, cause: "memory" });
  });

  it("[04 §6] also while a file loads", () => {
    const source = `local f = Flow.new("x") local s = ("x"):rep(100000)
      for i = 1, 1000 do f:step(i .. s, function() end) end return f`;
    expect(test.load(source, limits)).toMatchObject({ ok: false, cause: "memory" });
  });

  it("[04 §5] json_parse does not build what the ceiling forbids", () => {
    const start = busyMs();
    const body = 'return json_parse("[" .. ("0,"):rep(2e7) .. "0]")';
    const outcome = test.handler(body);
    expect(outcome.ok || outcome.error).toContain(
      "json_parse failed: JSON-to-Lua maximum node count 100000 exceeded at $[99999] (raise IRONFLOW_MAX_CONVERSION_NODES)",
    );
    expect(busyMs() - start).toBeLessThan(1500);
    const repeated = test.handler(`return json_parse("{" .. ('"a":1,'):rep(9) .. '"a":1}')`, new Map(), {
      maxConversionNodes: 5,
    });
    expect(repeated.ok || repeated.error).toContain("JSON-to-Lua maximum node count 5 exceeded at $ ");
  });

  it("a call without budgets of its own is not measured by those of the last one", () => {
    test.handler("return 1", new Map(), { luaMaxSeconds: 0.001, luaMaxMemoryBytes: 1_000_000 });
    const start = performance.now();
    while (performance.now() - start < 5);
    expect(test.lua.check(`return "${"x".repeat(900_000)}"`)).toBeNull();
  });
});
