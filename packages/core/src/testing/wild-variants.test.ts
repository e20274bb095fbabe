import { beforeAll, describe, expect, it } from "vitest";
import { systemClock, systemRandom } from "../host/system-ports.ts";
import { compactJson, type FinishedRun, importCalls, isJsonArray, type Lua } from "../index.ts";
import { createLua } from "../lua/index.ts";
import { runScenario } from "./run-scenario.ts";

/** What the wild cases say beside one input and one result: variants, twins, generated inputs. */

let lua: Lua;
beforeAll(async () => {
  lua = await createLua({ clock: systemClock, random: systemRandom });
});

interface Given {
  readonly args?: string;
  readonly input?: object;
  readonly options?: object;
  readonly calls?: object[];
  readonly [field: string]: unknown;
}

/** One call of a tool `x` whose handler has this body in the first line of `handler.lua`. */
function runBody(body: string, { args = "{}", input = {}, options = {}, calls }: Given = {}): Promise<FinishedRun> {
  return runScenario(lua, {
    calls: calls ?? [{ id: "c1", type: "function", function: { name: "x", arguments: args } }],
    tools: { x: { flow: "handler.lua", input } },
    flows: { "handler.lua": `local f = Flow.new("x"); f:step("s", function(ctx) ${body}\nend); return f` },
    options: { on_error: "ignore", ...options },
  });
}

const entries = (run: FinishedRun) => {
  const list = "output" in run ? run.output?.get("tool_results") : undefined;
  return list !== undefined && isJsonArray(list) ? list.map((entry) => entry as ReadonlyMap<string, unknown>) : [];
};
const first = (run: FinishedRun) => entries(run)[0];
const content = async (body: string, given?: Given) => first(await runBody(body, given))?.get("content");
const failure = async (body: string, given?: Given) => first(await runBody(body, given))?.get("error");

describe("values at the Lua border", () => {
  it.each([
    ['return { tool_result_value = #"😀" }', "4"],
    ['return { tool_result_value = utf8.len("😀") }', "1"],
    ["local s = {1}; return { tool_result_value = { a = s, b = s } }", '{"a":[1],"b":[1]}'],
    ["return { tool_result_value = {1, json_null, 3} }", "[1,null,3]"],
    ["local ok, e = pcall(error, { code = 404 }); return { tool_result_value = e.code }", "404"],
  ])("[04 §5] %s", async (body, expected) => {
    expect(await content(body)).toBe(expected);
  });

  it("[04 §5] keeps a NUL character both ways", async () => {
    const given = { args: String.raw`{"t":"a\u0000b"}`, input: { t: "arguments.t" } };
    expect(await content("return { tool_result_value = #ctx.t }", given)).toBe("3");
    expect(await content("return { tool_result_value = { t = ctx.t } }", given)).toBe(String.raw`{"t":"a\u0000b"}`);
  });

  it("[04 §5] refuses what is nested too deeply", async () => {
    const body =
      "local t = {}; local at = t; for _ = 1, 1000 do at.t = {}; at = at.t end; return { tool_result_value = t }";
    expect(await failure(body)).toContain("maximum depth 64");
  });

  it("[02 §3] keeps keys that a prototype has, and touches no prototype", async () => {
    const args = '{"__proto__":{"admin":true},"constructor":{"prototype":{"x":1}},"hasOwnProperty":1}';
    const run = await runBody("return { tool_result_value = ctx.all }", { args, input: { all: "arguments" } });
    expect(first(run)?.get("content")).toBe(compactJson(first(run)?.get("arguments") as never));
    expect(first(run)?.get("content")).toContain('"__proto__":{"admin":true}');
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });
});

describe("what a handler returns", () => {
  const body =
    'local k = ctx.k; if k == 1 then return elseif k == 2 then return "hi" elseif k == 3 then return { 1, 2 } else return { weather = "sun", _secret = "s" } end';
  const metadata = ["k", "tool_arguments", "tool_call", "tool_call_id", "tool_call_index", "tool_name"];

  it.each([
    [1, [], undefined],
    [2, ["result"], '"hi"'],
    [3, ["result"], "[1,2]"],
    [4, ["weather"], undefined],
  ])("[05 §3] becomes part of the child context (k = %i)", async (k, more, result) => {
    const run = await runBody(body, { args: `{"k":${k}}`, input: { k: "arguments.k" } });
    const value = first(run)?.get("result") as ReadonlyMap<string, never>;
    expect([...value.keys()].sort()).toEqual([...metadata, ...more].sort());
    if (result !== undefined) expect(compactJson(value.get("result") ?? null)).toBe(result);
  });
});

describe("errors of a handler", () => {
  it.each([
    ['error("boom")', "handler.lua:1: boom"],
    ['error("boom", 0)', "boom"],
    ['assert(false, "m")', "m"],
    ["local x; x.y = 1", "handler.lua:1: attempt to index a nil value (local 'x')"],
  ])("[04 §1] %s names its own line", async (body, expected) => {
    expect(await failure(body)).toContain(expected);
  });

  it.each([
    ["mongodb+srv://app:Zx9-fake-pw@db.invalid/prod", "Zx9-fake-pw", "db.invalid"],
    ["Server=h;UID=u;PWD=Zx9-fake-pw;Timeout=5", "Zx9-fake-pw", "Timeout=5"],
    ["Password = Zx9-fake-pw refused", "Zx9-fake-pw", "refused"],
    ["password={Zx9;fake} refused", "Zx9;fake", "refused"],
    ["postgres://app:p%40ss#x@db.invalid:5432 refused", "p%40ss#x", "refused"],
  ])("[06 §4] hides the password of %s", async (text, secret, kept) => {
    const error = await failure(`error(${JSON.stringify(text)}, 0)`);
    expect(error).not.toContain(secret);
    expect(error).toContain(kept);
  });

  it("[05] an endless call does not keep the next from running", async () => {
    const calls = ["a", "b"].map((id) => ({ id, name: "x", arguments: JSON.stringify({ loop: id === "a" }) }));
    const body =
      "if ctx.loop then while true do pcall(function() while true do end end) end end; return { tool_result_text = 'ok' }";
    const options = { limits: { IRONFLOW_LUA_MAX_SECONDS: 1 } };
    const run = await runBody(body, { calls, input: { loop: "arguments.loop" }, options });
    expect(entries(run).map((entry) => entry.get("success"))).toEqual([false, true]);
  }, 20_000);
});

describe("the configuration", () => {
  it.each([
    [{ on_error: "continue" }, "tool_dispatch: invalid on_error 'continue'; expected 'fail_fast' or 'ignore'"],
    [{ max_calls: 0 }, "tool_dispatch: 'max_calls' must be greater than 0"],
    [{ max_calls: -1 }, "max_calls"],
    [{ max_calls: "many" }, "max_calls"],
  ])("[01 §1] %j is refused before any call runs", async (config, expected) => {
    const run = await runBody("return {}", { options: { config } });
    expect(run.error).toContain(expected);
  });

  it("[01 §1] 33 calls are all or nothing", async () => {
    const calls = Array.from({ length: 33 }, (_, index) => ({ id: `c${index}`, name: "x", arguments: "{}" }));
    const refused = await runBody('return { tool_result_text = "x" }', { calls });
    expect(refused.error).toContain("tool_dispatch: 33 tool calls exceeds max_calls limit of 32");
    const allowed = await runBody('return { tool_result_text = "x" }', { calls, options: { max_calls: 64 } });
    expect(entries(allowed).filter((entry) => entry.get("success") === true)).toHaveLength(33);
  });

  it("[10 §1] more than 128 calls are told to be too many for OpenAI", async () => {
    const calls = Array.from({ length: 129 }, (_, index) => ({ id: `c${index}`, name: "x", arguments: "{}" }));
    const run = await runBody("return {}", { calls: [], options: { max_calls: 200 } });
    expect(run.problems.map(({ code }) => code)).not.toContain(CODE_128);
    const many = await runBody("return {}", { calls, options: { max_calls: 200 } });
    expect(many.problems.map(({ code }) => code)).toContain(CODE_128);
  });
  const CODE_128 = "openai_rejects_more_than_128_tool_calls_in_one_message";
});

describe("large pastes", () => {
  it("[10] arguments of 5 MB arrive whole, with a word about OpenAI's limit", async () => {
    const long = "x".repeat(5 * 1024 * 1024);
    const run = await runBody("return { tool_result_value = #ctx.t }", {
      args: JSON.stringify({ t: long }),
      input: { t: "arguments.t" },
    });
    expect(first(run)?.get("content")).toBe(String(long.length));
    expect(run.problems.map(({ code }) => code)).toContain("over_openai_input_limit_1048576_chars");
  }, 20_000);

  const line = JSON.stringify({
    role: "assistant",
    tool_calls: [{ id: "t:0", function: { name: "f", arguments: "{}" } }],
  });

  it("[10] a log of 60,000 lines is read", () => {
    const log = importCalls(`${line}\n`.repeat(60_000));
    expect(log.ok && log.value.turns.length).toBe(60_000);
    expect(log.ok && isJsonArray(log.value.value) && log.value.value.length).toBe(1);
  }, 60_000);

  it("[10] more than 20 MB are refused with a message", () => {
    const refused = importCalls(`${line}\n`.repeat(300_000));
    expect(refused.ok).toBe(false);
    expect(!refused.ok && refused.problems[0]).toMatchObject({
      code: "paste_too_large",
      where: { line: 1, column: 1 },
    });
  });

  it.each(["[", '{"a":'])("[10] a depth bomb of %s is refused with its position", (opening) => {
    const refused = importCalls(opening.repeat(50_000));
    expect(!refused.ok && refused.problems[0]?.message).toContain("Nested too deeply");
    expect(!refused.ok && refused.problems[0]?.where?.column).toBeGreaterThan(127);
  });
});
