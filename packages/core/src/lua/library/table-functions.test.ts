import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { installedLua, nativeLua, type RunChunk } from "../testing/native-lua.ts";
import { type TestLua, testLua } from "../testing/test-lua.ts";

let test: TestLua;
let ours: RunChunk;
let native: RunChunk;
const installed = installedLua();

beforeAll(async () => {
  test = await testLua();
  native = await nativeLua();
  ours = (chunk) => {
    const outcome = test.source(chunk);
    if (!outcome.ok) throw new Error(outcome.error);
    return String(outcome.output?.get("result"));
  };
});

/** Each call's results and the table afterwards; positions of errors are left out, where chunks have other names. */
function chunkOf(calls: readonly string[]): string {
  return `
    local out = {}
    local function show(v)
      if type(v) == "table" then
        local parts = {}
        for i = -1, 14 do if rawget(v, i) ~= nil then parts[#parts + 1] = i .. "=" .. show(rawget(v, i)) end end
        return "{" .. table.concat(parts, " ") .. "}"
      end
      if type(v) == "string" then return (v:gsub("^%w+:%d+: ", "")) end
      return math.type(v) and math.type(v) .. " " .. tostring(v) or type(v)
    end
    local function claim(n) return setmetatable({ 1, 2, 3 }, { __len = function() return n end }) end
    local function proxy(t)
      return setmetatable({}, {
        __len = function() return #t end,
        __index = function(_, k) out[#out + 1] = "get " .. k return t[k] end,
        __newindex = function(_, k, v) out[#out + 1] = "set " .. k t[k] = v end,
      })
    end
    local function try(f, t, ...)
      local all = table.pack(pcall(f, t, ...))
      for i = 1, all.n do all[i] = show(all[i]) end
      out[#out + 1] = table.concat(all, ", ") .. " | " .. show(t)
    end
    ${calls.join("\n")}
    return table.concat(out, "\\n")`;
}

const value = fc.constantFrom("1", "2", "3.5", "2.0", '"a"', '"b"', '"10"', "-4", "0");
const numbers = fc.constantFrom("1", "2", "3.5", "2.0", "-4", "0", "7", "7");
const table = fc.oneof(
  fc.array(value, { maxLength: 8 }).map((values) => `{ ${values.join(", ")} }`),
  fc.array(value, { maxLength: 5 }).map((values) => `proxy({ ${values.join(", ")} })`),
  fc.constantFrom("claim(5)", "claim(0)", "claim(-1)", "nil", "5", "{ 1, true, {} }", 'claim("x")'),
);
const index = fc.constantFrom("nil", "1", "2", "0", "3", "-1", "9", "5", '"2"', '"x"', "1.5", "2.0", "{}");
const args = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map((all) => all.join(", "));
const call = fc.oneof(
  args(table, value).map((list) => `try(table.insert, ${list})`),
  args(table, index, value).map((list) => `try(table.insert, ${list})`),
  args(table, index, value, value).map((list) => `try(table.insert, ${list})`),
  table.map((t) => `try(table.remove, ${t})`),
  args(table, index).map((list) => `try(table.remove, ${list})`),
  args(table, fc.constantFrom("nil", '","', "0", "{}"), index, index).map((list) => `try(table.concat, ${list})`),
  args(table, index, index, index).map((list) => `try(table.move, ${list})`),
  args(table, index, index, index, table).map((list) => `try(table.move, ${list})`),
  args(
    table,
    fc.constantFrom("nil", "5", "function(a, b) return a > b end", "math.ult", "function() return true end"),
  ).map((list) => `try(table.sort, ${list})`),
  fc.array(numbers, { minLength: 2, maxLength: 13 }).map((all) => `try(table.sort, { ${all.join(", ")} })`),
);

describe("table functions", () => {
  it("[04 §2] do what Lua's own do, errors and metamethods included", () => {
    fc.assert(
      fc.property(fc.array(call, { minLength: 40, maxLength: 40 }), (calls) => {
        expect(ours(chunkOf(calls))).toBe(native(chunkOf(calls)));
      }),
      { numRuns: 150 },
    );
  });

  it("[04 §2] do what an installed Lua 5.4 does, or the native functions where none is installed", () => {
    const calls = fc.sample(call, { numRuns: 1500, seed: 11 });
    // Lua 5.4.4 counted the position that table.remove complains about as its first argument.
    const renumbered = (text: string) => text.replaceAll("#1 to 'table.remove' (pos", "#2 to 'table.remove' (pos");
    expect(ours(chunkOf(calls))).toBe(renumbered((installed ?? native)(chunkOf(calls))));
  });

  it("move long ranges in pieces as if it were one", () => {
    const moved = (from: number, to: number, target: number) => `
      local t = {} for i = 1, 20000 do t[i] = i end
      table.move(t, ${from}, ${to}, ${target})
      local sum = 0 for i = 1, 30000 do sum = (sum * 31 + (t[i] or 7)) % 1000003 end
      return tostring(sum)`;
    for (const [from, to, target] of [
      [1, 20_000, 101],
      [101, 20_000, 1],
      [1, 9000, 12_000],
      [5000, 14_000, 5001],
    ] as const) {
      expect(ours(moved(from, to, target))).toBe(native(moved(from, to, target)));
    }
  });

  it("complain with the caller's position and their own names", () => {
    const error = (body: string) => {
      const outcome = test.handler(`\n${body}`);
      return outcome.ok ? "" : outcome.error;
    };
    expect(error("table.insert({}, 5, 1)")).toContain(
      "main.lua:2: bad argument #2 to 'insert' (position out of bounds)",
    );
    expect(error("table.sort({3,2,1,4,5,6}, function() return true end)")).toContain(
      "main.lua:2: invalid order function for sorting",
    );
    expect(error('string.format("%d", "x")')).toContain(
      "main.lua:2: bad argument #2 to 'format' (number expected, got string)",
    );
    expect(error("setmetatable(1, {})")).toContain("main.lua:2: bad argument #1 to 'setmetatable' (table expected");
    expect(error('("x"):rep({})')).toContain("main.lua:2: bad argument #1 to 'rep' (number expected, got table)");
  });

  it.each([
    "table.move({}, 1, 1e9, 1, {})",
    "table.remove(setmetatable({}, { __len = function() return 1e9 // 1 | 0 end }), 1)",
    "table.insert(setmetatable({}, { __len = function() return 1 << 40 end }), 1, 1)",
    'table.concat(setmetatable({}, { __metatable = "", __len = function() return 1 << 50 end, __index = getmetatable }))',
    "table.sort(setmetatable({}, { __len = function() return 1 << 30 end, __index = rawlen, __newindex = rawequal }))",
  ])("[04 §6] stop with a budget: %s", (body) => {
    const outcome = test.handler(body, new Map(), { luaMaxInstructions: 200_000 });
    expect(outcome).toMatchObject({ ok: false, cause: "instruction-budget" });
  });
});
