import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { installedLua, nativeLua, type RunChunk } from "../testing/native-lua.ts";
import { type TestLua, testLua } from "../testing/test-lua.ts";

const CASES_PER_CHUNK = 40;

let ours: RunChunk;
let native: RunChunk;
let test: TestLua;
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

/** Calls with their arguments as Lua text, all results of all calls in one printable string. */
function chunkOf(calls: readonly string[]): string {
  return `
    local out = {}
    local function show(v)
      if type(v) == "string" then
        return (v:gsub("^%w+:%d+: ", ""):gsub("[^ -~]", function(c) return "\\\\" .. c:byte() end))
      end
      return math.type(v) and math.type(v) .. " " .. tostring(v) or tostring(v)
    end
    local function try(name, ...)
      local all = table.pack(pcall(...))
      for i = 1, all.n do all[i] = show(all[i]) end
      out[#out + 1] = name .. " -> " .. table.concat(all, ", ")
    end
    local function each(s, p, init)
      local found = {}
      for a, b, c in string.gmatch(s, p, init) do
        found[#found + 1] = show(a) .. "/" .. show(b) .. "/" .. show(c)
        if #found > 50 then break end
      end
      return table.concat(found, " ")
    end
    local function call(m, a, b) return "<" .. tostring(m) .. "|" .. tostring(a) .. "|" .. tostring(b) .. ">" end
    local map = setmetatable({ a = "A", b = false, ab = 12 }, { __index = function(_, k) return k == "c" and "C" or nil end })
    ${calls.join("\n")}
    return table.concat(out, "\\n")`;
}

const literal = (text: string): string =>
  `"${Array.from(text, (char) => `\\${String(char.charCodeAt(0)).padStart(3, "0")}`).join("")}"`;

const subject = fc.string({ unit: fc.constantFrom(..."aabbcx %.-[]()1 2\n\0\0é\xff"), maxLength: 14 });
const piece = fc.oneof(
  fc.constantFrom(
    "a",
    "b",
    ".",
    "%a",
    "%d",
    "%s",
    "%w",
    "%p",
    "%x",
    "%c",
    "%l",
    "%u",
    "%g",
    "%A",
    "%S",
    "%z",
    "%%",
    "%.",
  ),
  fc.constantFrom(
    "[ab]",
    "[^a]",
    "[a-c]",
    "[%a%-]",
    "[]]",
    "[^]]",
    "[a-]",
    "[%]]",
    "[\0-a]",
    "[é]",
    "[^%s%d]",
    "[c-a]",
  ),
  fc.constantFrom("%b()", "%bab", "%f[%a]", "%f[^a]", "%1", "%2", "()", "$", "^", "\0", "é"),
  fc.constantFrom("[", "[^", "[]", "%", "%b", "%ba", "%f", "%fa", "(", ")", "[%", "[a-%", "%0", "%9"),
);
const quantified = fc.tuple(piece, fc.constantFrom("", "", "", "*", "+", "-", "?")).map(([a, b]) => a + b);
const sequence = fc.array(quantified, { minLength: 0, maxLength: 5 }).map((parts) => parts.join(""));
const pattern = fc
  .tuple(
    fc.boolean(),
    fc.array(
      fc.oneof(
        sequence,
        sequence.map((inner) => `(${inner})`),
      ),
      { maxLength: 3 },
    ),
  )
  .map(([anchored, parts]) => (anchored ? "^" : "") + parts.join(""));
const replacement = fc.oneof(
  fc.constantFrom("x", "", "<%0>", "%1", "%2%1", "%%", "%", "%a", "%9").map(literal),
  fc.constantFrom("call", "map", "{}", "12", "true", "nil", "function() return {} end", "function() return false end"),
);
const call = fc.oneof(
  fc
    .record({ s: subject, p: pattern, init: fc.integer({ min: -16, max: 16 }), plain: fc.boolean() })
    .map(({ s, p, init, plain }) => `try("find", string.find, ${literal(s)}, ${literal(p)}, ${init}, ${plain})`),
  fc.record({ s: subject, p: pattern }).map(({ s, p }) => `try("match", string.match, ${literal(s)}, ${literal(p)})`),
  fc
    .record({ s: subject, p: pattern, init: fc.integer({ min: -4, max: 16 }) })
    .map(({ s, p, init }) => `try("gmatch", each, ${literal(s)}, ${literal(p)}, ${init})`),
  fc
    .record({ s: subject, p: pattern, r: replacement, n: fc.constantFrom("nil", "0", "1", "2", "-1") })
    .map(({ s, p, r, n }) => `try("gsub", string.gsub, ${literal(s)}, ${literal(p)}, ${r}, ${n})`),
);

describe("string.find, match, gmatch, gsub", () => {
  it("[04 §2] do what Lua's own do, errors included, for generated patterns", () => {
    fc.assert(
      fc.property(fc.array(call, { minLength: CASES_PER_CHUNK, maxLength: CASES_PER_CHUNK }), (calls) => {
        expect(ours(chunkOf(calls))).toBe(native(chunkOf(calls)));
      }),
      { numRuns: 200 },
    );
  });

  it("[04 §2] do what an installed Lua 5.4 does, or the native functions where none is installed", () => {
    const calls = fc.sample(call, { numRuns: 2000, seed: 7 });
    expect(ours(chunkOf(calls))).toBe((installed ?? native)(chunkOf(calls)));
  });

  it("find long texts plainly like the native search", () => {
    const words = fc.array(fc.constantFrom("ab", "aab", "a", "abaab", "ba"), { minLength: 20, maxLength: 80 });
    fc.assert(
      fc.property(words, fc.nat(100), fc.integer({ min: 30, max: 60 }), (parts, from, length) => {
        const text = parts.join("");
        const wanted = text.slice(from, from + length);
        const chunk = chunkOf([
          `try("find", string.find, ${literal(text)}, ${literal(wanted)}, 1, true)`,
          `try("find", string.find, ${literal(text)}, ${literal(`${wanted}b`)}, 2, true)`,
        ]);
        expect(ours(chunk)).toBe(native(chunk));
      }),
    );
  });

  it("[04 §6] stop with the instruction budget when a pattern would try for hours", () => {
    const outcome = test.handler(`return (("a"):rep(28):find(("a?"):rep(28) .. ("a"):rep(28)))`, new Map(), {
      luaMaxInstructions: 200_000,
    });
    expect(outcome).toMatchObject({ ok: false, cause: "instruction-budget" });
  });
});
