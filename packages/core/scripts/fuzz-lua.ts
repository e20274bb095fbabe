/**
 * Throws random programs and random bytes at the sandbox and looks after each one whether anything broke.
 *
 *     npm run fuzz -- [--seconds 60] [--seed 1]
 *
 * Ends with status 1 and the program at the first crash, hang beyond the budget, leak between calls, or trace of
 * the host.
 */
import { fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createLua, type LuaInstance } from "../src/lua/index.ts";
import type { LuaGrant } from "../src/ports/lua.ts";
import type { Limits } from "../src/vocabulary/limits.ts";
import { Dice, FuzzProgram } from "./fuzz-program.ts";

const BUDGET_SECONDS = 0.25;
/** After its budget a program may take this much longer (spec 04 §6). */
const GRACE_MS = 1000;

const limits = {
  maxFlowSourceBytes: 1_048_576,
  luaMaxInstructions: 1_000_000,
  luaMaxSeconds: BUDGET_SECONDS,
  luaMaxMemoryBytes: 32 * 2 ** 20,
  luaHookInterval: 10_000,
  maxConversionDepth: 64,
  maxConversionNodes: 100_000,
} as Limits;

/** Everything that a script could have left behind: globals, library functions, metatables. */
const CANARY = `
  local seen = {}
  local function survey(name, t, depth)
    for k, v in pairs(t) do
      seen[#seen + 1] = name .. "." .. tostring(k) .. "=" .. (type(v) == "table" and "table" or tostring(v))
      if type(v) == "table" and v ~= _G and depth < 2 then survey(name .. "." .. tostring(k), v, depth + 1) end
    end
  end
  survey("_G", _G, 0)
  table.sort(seen)
  local meta = tostring(getmetatable("")) .. tostring(getmetatable(json_null)) .. tostring(getmetatable(_G))
  return table.concat(seen, "\\n") .. meta .. ("x"):upper() .. #json_stringify({ 1 }) .. ("%d"):format(7)`;

/** Host paths, object bridges and our own stack frames. */
const TRACES = /node_modules|file:\/\/|\/home\/|\/root\/|\/tmp\/|\[object |\.wasm|at .*\(.*:\d+:\d+\)|broke down/;

interface Counts {
  programs: number;
  succeeded: number;
  slowestMs: number;
  readonly causes: Map<string, number>;
}

class Finding extends Error {}

const grant: LuaGrant = { limits, env: () => undefined, log: () => undefined, cancelled: () => false };

async function fuzz(seed: number, seconds: number): Promise<void> {
  const lua = await createLua({
    clock: { nowMs: Date.now, monotonicMs: () => performance.now(), sleep: async () => undefined },
    random: { uuid4: () => "00000000-0000-4000-8000-000000000000", seed: () => 7n },
  });
  const canary = () => JSON.stringify(run(lua, CANARY), (_, value) => (value instanceof Map ? [...value] : value));
  const untouched = canary();
  const dice = new Dice(seed);
  const counts: Counts = { programs: 0, succeeded: 0, slowestMs: 0, causes: new Map() };
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    const program = nextProgram(dice);
    process.send?.({ program });
    attempt(lua, program, counts);
    if (canary() !== untouched) throw new Finding("the next call does not find what it found before");
    if (lua.poisoned) throw new Finding("the instance is poisoned");
  }
  process.send?.({ done: summary(counts) });
}

function attempt(lua: LuaInstance, program: string, counts: Counts): void {
  const start = performance.now();
  const outcomes = [run(lua, program), load(lua, program)];
  const tookMs = performance.now() - start;
  counts.programs += 1;
  counts.slowestMs = Math.max(counts.slowestMs, tookMs);
  for (const outcome of outcomes) {
    if (outcome.ok) counts.succeeded += 1;
    else counts.causes.set(outcome.cause, (counts.causes.get(outcome.cause) ?? 0) + 1);
    if (!outcome.ok && outcome.error.trim() === "") throw new Finding("an error without a text");
    if (!outcome.ok && TRACES.test(outcome.error)) throw new Finding(`a trace of the host: ${outcome.error}`);
  }
  if (tookMs > 2 * (BUDGET_SECONDS * 1000 + GRACE_MS)) throw new Finding(`it took ${Math.round(tookMs)} ms`);
  if (Object.keys(Object.prototype).length > 0) throw new Finding("Object.prototype has changed");
}

function run(lua: LuaInstance, text: string) {
  const context = new Map([["n", 1n]]);
  return lua.run({ ...grant, code: { kind: "source", text, step: "fuzz" }, context });
}

function load(lua: LuaInstance, body: string) {
  const source = `local flow = Flow.new("fuzz")\nflow:step("s", function(ctx)\n${body}\nend)\n${body}\nreturn flow`;
  return lua.load({ ...grant, file: "fuzz.lua", source, nodeTypes: ["log", "code"] });
}

/** Grammar, grammar with a byte changed, a known attack with a byte changed, or bytes that mean nothing. */
function nextProgram(dice: Dice): string {
  const kind = dice.roll(10);
  if (kind < 6) return new FuzzProgram(dice).body();
  if (kind < 8) return damaged(dice, new FuzzProgram(dice).body());
  if (kind < 9) return damaged(dice, hostileBodies[dice.roll(hostileBodies.length)] ?? "");
  return Array.from({ length: dice.roll(300) }, () =>
    String.fromCharCode(dice.roll(dice.pick([128, 256, 0xd800]))),
  ).join("");
}

function damaged(dice: Dice, text: string): string {
  const at = dice.roll(text.length + 1);
  const inserted = String.fromCharCode(32 + dice.roll(95));
  return text.slice(0, at) + inserted + text.slice(at + dice.roll(3));
}

const hostileBodies: readonly string[] = readFileSync(
  new URL("../../../conformance/hostile/bodies.jsonl", import.meta.url),
  "utf8",
)
  .trim()
  .split("\n")
  .map((line) => (JSON.parse(line) as { body: string }).body);

function summary({ programs, succeeded, slowestMs, causes }: Counts): string {
  const failed = [...causes].map(([cause, count]) => `${cause} ${count}`).join(", ");
  return `${programs} programs, each as source and as a flow file; ${succeeded} succeeded, failed: ${failed}; slowest ${Math.round(slowestMs)} ms`;
}

/** The programs run in a process of their own, so that a hang or a crash is seen. */
function watch(seed: number, seconds: number): void {
  let program = "";
  let lastSignMs = performance.now();
  const child = fork(fileURLToPath(import.meta.url), ["--child", "--seed", String(seed), "--seconds", String(seconds)]);
  const fail = (why: string) => {
    console.error(`seed ${seed}: ${why}\n\n${program}`);
    child.kill("SIGKILL");
    process.exit(1);
  };
  child.on("message", (message: { program?: string; done?: string }) => {
    lastSignMs = performance.now();
    if (message.program !== undefined) program = message.program;
    if (message.done === undefined) return;
    console.log(`seed ${seed}: ${message.done}`);
    process.exit(0);
  });
  child.on("exit", (code, signal) => fail(`the process ended (${signal ?? code})`));
  setInterval(() => {
    if (performance.now() - lastSignMs > 3 * (BUDGET_SECONDS * 1000 + GRACE_MS)) fail("it hangs");
  }, 500);
}

const { values } = parseArgs({
  options: { seconds: { type: "string" }, seed: { type: "string" }, child: { type: "boolean" } },
});
const [seed, seconds] = [Number(values.seed ?? 1), Number(values.seconds ?? 60)];
if (values.child) await fuzz(seed, seconds);
else watch(seed, seconds);
