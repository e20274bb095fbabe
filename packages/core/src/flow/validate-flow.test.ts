import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { systemClock, systemRandom } from "../host/system-ports.ts";
import { createLua, createLuaAnalysis, type LuaInstance } from "../lua/index.ts";
import type { LuaAnalysis } from "../ports/lua-analysis.ts";
import { STANDARD_LIMITS } from "../scenario/read-limits.ts";
import { type ValidateFlowRequest, validateFlow } from "./validate-flow.ts";

let lua: LuaInstance;
let analysis: LuaAnalysis;
beforeAll(async () => {
  lua = await createLua({ clock: systemClock, random: systemRandom });
  analysis = await createLuaAnalysis();
});

const validate = (source: string, given: Partial<ValidateFlowRequest> = {}) =>
  validateFlow(
    { source, file: "main.lua", strict: false, limits: STANDARD_LIMITS, env: () => undefined, ...given },
    lua,
    analysis,
  );
const flow = (body: string) => `local flow = Flow.new("lint")\n${body}\nreturn flow\n`;

describe("[09 §1] validating a flow", () => {
  it("tells name and number of steps, guards counted", () => {
    expect(validate(flow('flow:step_if("ctx.n", "a", function() end)'))).toEqual({
      outcome: "ok",
      valid: true,
      flow_name: "lint",
      steps: 2,
      errors: [],
      warnings: [],
    });
  });

  it("tells a load error alone, pasted text in its own words", () => {
    expect(validate("return 1 +").errors).toEqual([
      expect.stringContaining("Failed to evaluate flow file 'main.lua': "),
    ]);
    const { file: _, ...pasted } = {
      file: "x",
      source: "error('no')",
      strict: true,
      limits: STANDARD_LIMITS,
      env: () => undefined,
    };
    expect(validateFlow(pasted, lua, analysis)).toMatchObject({
      valid: false,
      errors: [expect.stringContaining("Failed to evaluate flow source: ")],
    });
    expect(validate("return {}").errors).toEqual([expect.stringContaining("Flow must have a name")]);
  });

  it("runs the top level, env() included, and no step", () => {
    const source = 'local flow = Flow.new(env("NAME"))\nflow:step("a", function() error("ran") end)\nreturn flow';
    expect(validate(source, { env: (key) => (key === "NAME" ? "named" : undefined) })).toMatchObject({
      valid: true,
      flow_name: "named",
    });
  });

  it("lists unknown node types, then all graph errors; a cycle only alone", () => {
    const bad = flow(
      'flow:step("a", { _node_type = "warp" }):depends_on("ghost"):timeout(0)\nflow:step("b", nodes.log({ message = "${ctx.}" }))',
    );
    const { errors, valid } = validate(bad);
    expect(valid).toBe(false);
    expect(errors[0]).toBe("Step 'a' uses unknown node type 'warp'");
    expect(errors).toContain("Step 'a' depends on 'ghost', which does not exist");
    expect(errors).toContain("Step 'a' timeout must be a finite number greater than zero");
    expect(errors).toContain(
      "Step 'b' config.message: invalid context interpolation `${ctx.}`: a dot must be followed by an ASCII identifier",
    );
    expect(validate(flow('flow:step("a", function() end):depends_on("a")')).errors).toEqual([
      "Cycle detected in flow DAG involving steps: a",
    ]);
  });

  it("compiles source texts as chunk or expression; one that is neither stops validation", () => {
    expect(
      validate(
        flow('flow:step("e", nodes.code({ source = "1 + 2" }))\nflow:step("c", nodes.code({ source = "return 1" }))'),
      ).valid,
    ).toBe(true);
    const { errors, warnings } = validate(
      flow('flow:step("e", nodes.code({ source = "1 +" }))\nflow:step("b", function() return x end)'),
    );
    expect(errors).toEqual([expect.stringMatching(/^Step 'e' has invalid Lua code source: /)]);
    expect(warnings).toEqual([]);
  });

  it("[08 §1] bounds all source texts together", () => {
    const step = (name: string) => `flow:step("${name}", nodes.code({ source = string.rep(" ", 300) .. "1" }))\n`;
    const limits = { ...STANDARD_LIMITS, maxFlowSourceBytes: 500 };
    expect(validate(flow(step("a")), { limits }).valid).toBe(true);
    expect(validate(flow(step("a") + step("b")), { limits }).errors).toEqual([
      expect.stringContaining("exceed the 500-byte limit"),
    ]);
  });

  it("strict turns warnings into failure and counts them", () => {
    const source = flow('flow:step("a", function() return { x = y, z = w } end)');
    expect(validate(source)).toMatchObject({ valid: true, warnings: [{ line: 2 }, { line: 2 }] });
    expect(validate(source, { strict: true })).toMatchObject({
      valid: false,
      strict_rejected: 2,
      errors: ["Strict validation rejected 2 Lua handler warning(s)"],
    });
    expect(validate(flow(""), { strict: true }).valid).toBe(true);
  });
});

describe("[09 §2] warnings", () => {
  it("cover handlers, step_if, source and transform functions, then source texts by step", () => {
    const source = flow(
      [
        'flow:step("z", nodes.code({ source = "return late" }))',
        'flow:step("m", nodes.code({ source = "first + 1" }))',
        'flow:step("t", nodes.foreach({ source_key = "k", transform = function(i)',
        "  return one",
        "end }))",
        'flow:step("f", nodes.code({ source = function()',
        "  return two",
        "end }))",
        'flow:step_if("ctx.x", "i", function()',
        "  return Flow, nodes",
        "end)",
      ].join("\n"),
    );
    expect(validate(source).warnings).toEqual([
      { code: "undefined_global", line: 5, column: 10, message: "`one` is not defined in the Lua handler environment" },
      { code: "undefined_global", line: 8, column: 10, message: "`two` is not defined in the Lua handler environment" },
      {
        code: "undefined_global",
        line: 11,
        column: 10,
        message: "`Flow` is not defined in the Lua handler environment",
      },
      {
        code: "undefined_global",
        line: 11,
        column: 16,
        message: "`nodes` is not defined in the Lua handler environment",
      },
      {
        code: "undefined_global",
        step: "m",
        line: 1,
        column: 1,
        message: "`first` is not defined in the Lua code source environment",
      },
      {
        code: "undefined_global",
        step: "z",
        line: 1,
        column: 8,
        message: "`late` is not defined in the Lua code source environment",
      },
    ]);
  });

  it("say when handlers cannot be told apart", () => {
    const source = flow('local f, g = function() return x end, function() return y end flow:step("a", f)');
    expect(validate(source).errors).toEqual([expect.stringContaining("Ambiguous serialized Lua handler at lines 2-2")]);
  });
});

describe("the reference flows", () => {
  const folder = new URL("../../../../conformance/reference/", import.meta.url);

  it.each(readdirSync(folder).filter((name) => name.endsWith(".json")))("%s: no function is lost", (name) => {
    const { flows } = JSON.parse(readFileSync(new URL(name, folder), "utf8")) as { flows?: Record<string, string> };
    for (const [file, source] of Object.entries(flows ?? {})) {
      const { errors } = validate(source, { file });
      expect(errors.join()).not.toContain("Ambiguous");
    }
  });
});
