import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import type { HandlerOutcome, LoadOutcome } from "../ports/lua.ts";
import { handlerSurvey } from "../testing/handler-survey.ts";
import type { HandlerCode } from "../vocabulary/flow.ts";
import type { Limits } from "../vocabulary/limits.ts";
import { busyMs } from "./testing/busy-ms.ts";
import { type TestLua, testLua } from "./testing/test-lua.ts";

interface HostileBody {
  readonly kind: string;
  readonly id: string;
  readonly body: string;
}

const BODIES = readFileSync(new URL("../../../../conformance/hostile/bodies.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as HostileBody);

const SECOND = { luaMaxSeconds: 1 };
/** Where another budget is meant, on a machine that has other things to do. */
const PATIENT = { luaMaxSeconds: 20 };
let test: TestLua;
let survey: HandlerCode;
let untouched: HandlerOutcome;

beforeAll(async () => {
  test = await testLua();
  survey = codeOf(handlerSurvey);
  untouched = run(survey);
});

function codeOf(body: string): HandlerCode {
  const loaded = load(body);
  const code = loaded.ok ? loaded.flow.steps[0]?.handler : undefined;
  if (code === undefined) throw new Error(loaded.ok ? "no handler" : loaded.error);
  return code;
}

function load(body: string): LoadOutcome {
  return test.load(`local flow = Flow.new("h") flow:step("attack", function(ctx) ${body} end) return flow`, SECOND);
}

/** A body that does not even load has failed too. */
function attack(body: string): HandlerOutcome {
  const loaded = load(body);
  if (!loaded.ok) return loaded;
  const code = loaded.flow.steps[0]?.handler;
  if (code === undefined) throw new Error("no handler");
  return run(code);
}

function run(code: HandlerCode, limits: Partial<Limits> = SECOND): HandlerOutcome {
  return test.lua.run({ ...test.grant(limits), code: { kind: "function", code }, context: new Map([["a", 1n]]) });
}

describe("hostile handlers", () => {
  it.each(BODIES)("[04 §6] $id: ends, and the next call runs as if nothing had happened", ({ body }) => {
    const start = busyMs();
    const outcome = attack(body);
    expect(busyMs() - start).toBeLessThan(2000);
    if (!outcome.ok) {
      expect(outcome.error).toMatch(/^(Function execution failed: |Failed to evaluate flow file|[A-Za-z-]+ .* at \$)/);
      expect(outcome.error).not.toMatch(/node_modules|\/tmp\/|\/home\/|file:|\.wasm|at .*:\d+:\d+/);
    }
    expect(JSON.stringify(outcome, (_, v) => (typeof v === "bigint" ? String(v) : v))).not.toMatch(/0x[1-9a-f]0/);
    expect(run(survey)).toEqual(untouched);
    expect(test.lua.poisoned).toBe(false);
  });

  it("[04 §6] leave the process as small as it was", () => {
    const before = process.memoryUsage().rss;
    const greedy = codeOf('local s = ("x"):rep(50000000) return #s');
    const bomb = codeOf('local s = "x" while true do s = s .. s end');
    for (let i = 0; i < 200; i++) expect(run(greedy, PATIENT).ok).toBe(true);
    for (let i = 0; i < 20; i++) expect(run(bomb, PATIENT)).toMatchObject({ ok: false, cause: "memory" });
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 2 ** 20);
  }, 120_000);

  it("[04 §6] leave it as small when each of them runs a hundred times", () => {
    const attacks = BODIES.flatMap(({ body }) => {
      const loaded = load(body);
      return loaded.ok && loaded.flow.steps[0]?.handler !== undefined ? [loaded.flow.steps[0].handler] : [];
    });
    expect(attacks.length).toBeGreaterThan(BODIES.length / 2);
    const before = process.memoryUsage().rss;
    // What they do over and over, they do within small budgets too.
    const limits = { luaMaxInstructions: 5_000, luaMaxMemoryBytes: 2 ** 20, luaMaxSeconds: 1 };
    for (const code of attacks) for (let i = 0; i < 100; i++) run(code, limits);
    expect(run(survey)).toEqual(untouched);
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 2 ** 20);
  }, 120_000);

  it("[04 §6] leave nothing of the host changed", () => {
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(test.log.every(({ text }) => text === "x".repeat(10))).toBe(true);
  });
});
