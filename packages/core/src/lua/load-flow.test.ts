import { beforeAll, describe, expect, it } from "vitest";
import { parseJson } from "../json/parse-json.ts";
import type { FlowDefinition, StepDefinition } from "../vocabulary/flow.ts";
import type { Json } from "../vocabulary/json.ts";
import { NODE_TYPES, type TestLua, testLua } from "./testing/test-lua.ts";

let test: TestLua;

beforeAll(async () => {
  test = await testLua();
});

function loaded(lines: string): FlowDefinition {
  const outcome = test.load(`local flow = Flow.new("f")\n${lines}\nreturn flow`);
  if (!outcome.ok) throw new Error(outcome.error);
  return outcome.flow;
}

function refused(source: string): string {
  const outcome = test.load(source);
  if (outcome.ok) throw new Error("it loaded");
  return outcome.error;
}

const refusedStep = (lines: string) => refused(`local flow = Flow.new("f")\n${lines}\nreturn flow`);

function step(lines: string, name = "a"): StepDefinition {
  const found = loaded(lines).steps.find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`no step ${name}`);
  return found;
}

function json(text: string): Json {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
}

describe("loading a flow file", () => {
  it("[03 §1] takes name, steps and options out of it, in declaration order", () => {
    const flow = loaded(`
      flow:step("zz", function(ctx) return { n = 1 } end):retries(2, 0.5):timeout(1.5):route("x"):on_error("aa")
      flow:step("aa", nodes.log({ message = "n=\${ctx.n}", list = { 1, 2.5 }, none = json_null })):depends_on("zz", "b")`);
    expect(flow.name).toBe("f");
    expect(flow.file).toBe("main.lua");
    expect(flow.steps.map(({ handler: _, config: __, ...rest }) => rest)).toEqual([
      {
        name: "zz",
        nodeType: "code",
        dependsOn: [],
        maxRetries: 2,
        backoffSeconds: 0.5,
        timeoutSeconds: 1.5,
        route: "x",
        onError: "aa",
        line: 3,
      },
      { name: "aa", nodeType: "log", dependsOn: ["zz", "b"], maxRetries: 0, backoffSeconds: 1, line: 4 },
    ]);
    expect(flow.steps[1]?.config).toEqual(
      json(`{"_node_type":"log","list":[1,2.5],"message":"n=\${ctx.n}","none":null,"_step_name":"aa"}`),
    );
  });

  it("[03 §1] accepts a flow without steps", () => {
    expect(loaded("").steps).toEqual([]);
  });

  it("[03 §1] names what exists while loading, and what does not", () => {
    const outcome = test.load(`
      assert(ctx == nil and base64_encode == nil and base64_decode == nil and os == nil and load == nil)
      assert(Flow and nodes and env and log and uuid4 and now_rfc3339 and now_unix_ms and json_parse and json_stringify)
      assert(json_array and json_object and json_null and string.dump == nil and coroutine == nil and math and utf8)
      return Flow.new("f")`);
    expect(outcome).toMatchObject({ ok: true });
  });

  it("[03 §1] tells errors apart", () => {
    expect(refused("x = = 2")).toBe("Failed to evaluate flow file 'main.lua': main.lua:1: unexpected symbol near '='");
    expect(refused("\nerror('no')")).toBe("Failed to evaluate flow file 'main.lua': main.lua:2: no");
    expect(refused("return 5")).toMatch(
      /^Failed to evaluate flow file 'main.lua': error converting Lua number to table/,
    );
    expect(refused("")).toMatch(/error converting Lua nil to table/);
    expect(refused("return {}")).toContain("Flow must have a name");
    expect(refused("return { name = 'x', steps = {} }")).toContain("Flow must have a name");
  });

  it("[03 §1] words errors of pasted text differently", () => {
    const request = { ...test.grant(), file: "pasted", source: "error('no', 0)", nodeTypes: NODE_TYPES };
    const outcome = test.lua.load({ ...request, pasted: true });
    expect(outcome).toMatchObject({ ok: false, error: "Failed to evaluate flow source: no" });
  });

  it("[03 §1] limits the source's bytes, inclusively", () => {
    const source = 'return Flow.new("é")';
    expect(test.load(source, { maxFlowSourceBytes: 21 })).toMatchObject({ ok: true });
    expect(test.load(source, { maxFlowSourceBytes: 20 })).toMatchObject({
      ok: false,
      error: "flow source exceeds the 20-byte limit (raise IRONFLOW_MAX_FLOW_SOURCE_BYTES to allow it)",
    });
  });

  it("[03 §1] reports a step's configuration that has no JSON form", () => {
    expect(refusedStep(`flow:step("a b", nodes.log({ message = { x = function() end } }))`)).toBe(
      'unsupported Lua function value at $.steps["a b"].config.message.x; expected a JSON-compatible value',
    );
    expect(refusedStep(`flow:step("s", nodes.log({ list = { 1, nil, 3 } }))`)).toContain(
      'sparse Lua array at $.steps["s"].config.list: expected index 2, found 3 at $.steps["s"].config.list[3]',
    );
  });

  it("knows the place of an error in the file", () => {
    expect(test.load("\n\nlocal x = nil + 1")).toMatchObject({ where: { file: "main.lua", line: 3 } });
    expect(test.load("\nerror({ code = 7 })")).toMatchObject({
      error: `Failed to evaluate flow file 'main.lua': {"code":7}`,
      where: { file: "main.lua", line: 2 },
    });
  });

  it("knows the place of a step whose configuration cannot be accepted", () => {
    const head = 'local flow = Flow.new("f")\n';
    for (const what of ["{ x = print }", '{ context_keys = { "k" } }']) {
      expect(test.load(`${head}\nflow:step("a", nodes.log(${what}))\nreturn flow`)).toMatchObject({
        ok: false,
        where: { file: "main.lua", line: 3 },
      });
    }
  });

  it("shows long file names in full", () => {
    const file = `${"a-very-long-folder-name/".repeat(4)}weather.lua`;
    const outcome = test.lua.load({ ...test.grant(), file, source: "\nerror('no')", nodeTypes: NODE_TYPES });
    expect(outcome).toMatchObject({ error: `Failed to evaluate flow file '${file}': ${file}:2: no`, where: { file } });
  });

  it("tells whether it may be cached", () => {
    const isPure = (lines: string) => {
      const outcome = test.load(`${lines}\nreturn Flow.new("f")`);
      return outcome.ok && outcome.pure;
    };
    expect(isPure("local x = json_stringify({ 1 }) .. tostring(1)")).toBe(true);
    for (const line of ["env('KEY')", "uuid4()", "now_unix_ms()", "now_rfc3339()", "log('x')", "print('x')"]) {
      expect(isPure(line)).toBe(false);
    }
    expect(isPure("local x = math.random()")).toBe(false);
    expect(isPure("math.randomseed(5)")).toBe(false);
  });

  it("is told apart from another file only by what that file declares", () => {
    loaded(`leak = 1 flow:step("a", function() end)`);
    expect(loaded(`assert(leak == nil) flow:step("a", function() end)`).steps).toHaveLength(1);
  });
});

describe("steps", () => {
  it("[03 §2] refuse anything but a configuration or a function", () => {
    for (const what of ['"oops"', "5", "nil", "json_null"]) {
      expect(refusedStep(`flow:step("a", ${what})`)).toContain("step() expects a node config table or a function");
    }
    expect(refusedStep(`flow:step("a", { message = "x" })`)).toContain("_node_type");
    expect(refusedStep(`flow:step("a", nodes.nothing())`)).toMatch(/attempt to call a nil value \(field 'nothing'\)/);
    expect(refusedStep(`flow:step("a", print)`)).toContain("a built-in function cannot be a handler");
  });

  it("[03 §2] accept any table with a string _node_type, and nodes.TYPE() without a table", () => {
    expect(step(`flow:step("a", { _node_type = "mine", x = 1 })`)).toMatchObject({ nodeType: "mine" });
    expect(step(`flow:step("a", nodes.log())`).config).toEqual(json(`{"_node_type":"log","_step_name":"a"}`));
  });

  it("[03 §1] have unique names", () => {
    const twice = `flow:step("a", function() end)\nflow:step("a", function() end)`;
    expect(refusedStep(twice)).toContain(
      "main.lua:3: Duplicate step name 'a' in flow 'f'. Each step must have a unique name.",
    );
    expect(refusedStep(`flow:step("_if_a", function() end) flow:step_if("x", "a", function() end)`)).toContain(
      "Duplicate step name '_if_a' in flow 'f'",
    );
  });

  it("[03 §2] refuse handlers that capture locals of the file", () => {
    const text = "Lua function handler at line 3 captures 2 outer local value(s)";
    const advice = "move constants inside the handler or pass values through ctx";
    const body = "function(ctx)\n return helper(limit) end";
    const head = "local limit, helper = 5, print\n";
    for (const what of [body, `nodes.code({ source = ${body} })`, `nodes.foreach({ transform = ${body} })`]) {
      const error = refusedStep(`${head}flow:step("a", ${what})`);
      expect(error).toContain(text);
      expect(error).toContain(advice);
    }
    expect(refusedStep(`local _ENV = { flow = flow }\nflow:step("a", function() return x end)`)).toContain(
      "captures 1 outer local value(s) (_ENV)",
    );
  });

  it("[03 §2] leave globals, own locals and nested functions free, and let one function serve several steps", () => {
    const flow = loaded(`
      local function shared(ctx) local n = 1 local function inner() return n + ctx.x end return { r = inner(), g = helper } end
      helper = 5
      flow:step("a", shared)
      flow:step("b", shared)`);
    const code = flow.steps[1]?.handler;
    if (code === undefined) throw new Error("no handler");
    expect(code).toMatchObject({ file: "main.lua", firstLine: 3, lastLine: 3 });
    const outcome = test.lua.run({ ...test.grant(), code: { kind: "function", code }, context: new Map([["x", 2n]]) });
    expect(outcome).toEqual({ ok: true, output: new Map([["r", 3n]]) });
  });

  it("[03 §2] take `source` and `transform` functions out of configurations, shared tables too", () => {
    const flow = loaded(`
      local config = { source = function() return 1 end, x = 1 }
      flow:step("a", nodes.code(config))
      flow:step("b", nodes.code(config)):context_keys({ "k" })
      flow:step("c", nodes.foreach({ transform = function(v) return v end, source_key = "l" }))
      flow:step("d", nodes.code({ source = "return 1" }))`);
    expect(flow.steps.map(({ handler }) => handler !== undefined)).toEqual([true, true, true, false]);
    expect(flow.steps.map(({ contextKeys }) => contextKeys)).toEqual([undefined, ["k"], undefined, undefined]);
    expect(flow.steps[0]?.config).toEqual(json(`{"_node_type":"code","x":1,"_step_name":"a"}`));
    expect(flow.steps[3]?.config.get("source")).toBe("return 1");
  });

  it("[03 §2] read their configuration when loading ends", () => {
    expect(
      step(`local c = { message = "x" }\nflow:step("a", nodes.log(c))\nc.message = "y"`).config.get("message"),
    ).toBe("y");
  });
});

describe("builder methods", () => {
  const code = `flow:step("a", function() end)`;

  it("[03 §2] depends_on adds, and ignores what is no string", () => {
    expect(step(`${code}:depends_on("x", { "y" }, 5, nil, "z"):depends_on("w")`).dependsOn).toEqual(["x", "z", "w"]);
  });

  it("[03 §2] retries wants a whole number; the backoff may be left out", () => {
    expect(step(`${code}:retries(3)`)).toMatchObject({ maxRetries: 3, backoffSeconds: 1 });
    expect(step(`${code}:retries(3.0, 0)`)).toMatchObject({ maxRetries: 3, backoffSeconds: 0 });
    for (const args of ["-1", "1.5", "'x'", ""]) expect(() => loaded(`${code}:retries(${args})`)).toThrow();
  });

  it("[03 §2] context_keys belongs to code steps and is a list of strings", () => {
    expect(step(`${code}:context_keys({ "a.b", "c" })`).contextKeys).toEqual(["a.b", "c"]);
    expect(step(`${code}:context_keys({})`).contextKeys).toEqual([]);
    expect(step(`flow:step("a", nodes.code({ source = "1", context_keys = { "k" } }))`).contextKeys).toEqual(["k"]);
    const other = "Step 'a': context_keys is only supported for code nodes and function handlers";
    expect(refusedStep(`flow:step("a", nodes.log()):context_keys({ "k" })`)).toContain(other);
    expect(refusedStep(`flow:step("a", nodes.log({ context_keys = { "k" } }))`)).toContain(other);
    for (const list of ['"k"', "{ k = 1 }", "nil", "5", "{ [2] = 'k' }"]) {
      expect(refusedStep(`${code}:context_keys(${list})`)).toContain("context_keys must be an array of strings");
    }
    expect(refusedStep(`${code}:context_keys({ "k", 5 })`)).toContain("context_keys[2] must be a string");
    expect(refusedStep(`flow:step("a", nodes.code({ source = "1", context_keys = { 1 } }))`)).toContain(
      "context_keys[1] must be a string",
    );
  });

  it("[03 §2] step_if is a guard and a step; dependencies go to the guard", () => {
    const flow = loaded(`
      flow:step("x", function() end)
      flow:step_if("ctx.n > 1", "a", function() end):depends_on("x"):retries(1):on_error("h")`);
    expect(flow.steps.map(({ name, nodeType, dependsOn }) => ({ name, nodeType, dependsOn }))).toEqual([
      { name: "x", nodeType: "code", dependsOn: [] },
      { name: "_if_a", nodeType: "if_node", dependsOn: ["x"] },
      { name: "a", nodeType: "code", dependsOn: ["_if_a"] },
    ]);
    expect(flow.steps[1]?.config.get("condition")).toBe("ctx.n > 1");
    expect(flow.steps[2]).toMatchObject({ route: "true", maxRetries: 1, onError: "h" });
    expect(refusedStep(`flow:step_if("x", "a", function() end):route("y")`)).toContain("attempt to call a nil value");
  });

  it("[03 §2] can neither be forged nor called without a colon", () => {
    expect(refusedStep(`local b = ${code}\nb.depends_on("x")`)).toContain("with a colon");
    expect(refusedStep("flow.step('a', function() end)")).toContain("with a colon");
    expect(refusedStep(`local b = ${code}\nb.depends_on({}, "x")`)).toContain("with a colon");
    expect(refusedStep("getmetatable(flow).__index = {}")).toContain("attempt to index a boolean value");
  });
});
