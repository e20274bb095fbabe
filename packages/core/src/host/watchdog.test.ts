import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { compactJson, type Json, type RunEvent, type Runner } from "../index.ts";
import { expectWhole } from "../testing/runner-contract.ts";
import { startThread } from "./node-runner.ts";
import { createWorkerRunner } from "./worker-runner.ts";

const FAULTY_THREAD = new URL("../testing/faulty-thread.mjs", import.meta.url);

const handler = (body: string) =>
  `local flow = Flow.new("tool")\nflow:step("main", function(ctx)\n${body}\nend)\nreturn flow\n`;

/** Calls of the named handlers, one after the other; each takes long enough for its events to be on their way. */
function scenario(...names: string[]): string {
  const busy = "for i = 1, 300000 do end\n";
  const flows = {
    "unique.lua": handler(`${busy}log("made")\nreturn { tool_result_text = uuid4() }`),
    "hang.lua": handler("return {}"),
    "crash.lua": handler("return {}"),
  };
  return JSON.stringify({
    calls: names.map((name, index) => ({ id: `${name}-${index}`, name, arguments: {} })),
    tools: Object.fromEntries(Object.keys(flows).map((flow) => [flow.replace(".lua", ""), { flow }])),
    options: { on_error: "ignore", limits: { IRONFLOW_LUA_MAX_SECONDS: 1 } },
    flows,
  });
}

async function collect(runner: Runner, text: string, signal?: AbortSignal): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  for await (const event of runner.run(text, signal === undefined ? {} : { signal })) events.push(event);
  return events;
}

const callEnds = (events: readonly RunEvent[]) => events.filter((event) => event.type === "call-end");

/** The entries of the finished run, as text. */
function entries(events: readonly RunEvent[]): string[] {
  const end = events.at(-1);
  if (end?.type !== "run-end" || end.result.kind !== "dispatch") throw new Error("no finished dispatch");
  const list = end.result.output?.get("tool_results") as readonly Json[];
  return list.map(compactJson);
}

describe.each([
  { memory: "shared", isolated: true },
  { memory: "not shared", isolated: false },
])("the watchdog, where memory is $memory", ({ isolated }) => {
  let runner: Runner;
  let ended: string[];
  beforeEach(() => {
    vi.stubGlobal("crossOriginIsolated", isolated);
    ended = [];
    const onWorkerEnd = (how: string) => void ended.push(how);
    runner = createWorkerRunner({ spawn: () => startThread(FAULTY_THREAD, 256), onWorkerEnd });
  });
  afterEach(async () => {
    await runner.close();
    vi.unstubAllGlobals();
  });

  it("[04 §6] fails the execution that no hook could stop, and runs its siblings", async () => {
    const events = await collect(runner, scenario("unique", "hang", "unique"));
    expectWhole(events);
    const ends = callEnds(events).map(({ outcome }) => outcome.status);
    expect(ends).toEqual(["success", "failed", "success"]);
    expect(entries(events)[1]).toContain("Function execution failed: Lua execution exceeded time budget of 1s");
  });

  it("tells its owner of each worker that ended before its run", async () => {
    await collect(runner, scenario("unique"));
    expect(ended).toEqual([]);
    await collect(runner, scenario("hang", "crash"));
    expect(ended).toEqual(["killed", "lost"]);
  });

  it("[11 §6] does not repeat what had finished: what was told stays true", async () => {
    const events = await collect(runner, scenario("unique", "unique", "hang", "hang"));
    expectWhole(events);
    const told = callEnds(events).map(({ outcome }) => ("entry" in outcome ? compactJson(outcome.entry) : ""));
    expect(entries(events)).toEqual(told);
    expect(events.filter((event) => event.type === "log")).toHaveLength(2);
  });

  it("[11 §6] ends a cancelled run whose worker hears nothing, and is ready for the next", async () => {
    const controller = new AbortController();
    const running = collect(runner, scenario("unique", "hang", "unique"), controller.signal);
    setTimeout(() => controller.abort(), 1500);
    const events = await running;
    expectWhole(events);
    expect(events.at(-1)).toMatchObject({ type: "run-end", result: { outcome: "cancelled" } });
    const next = await collect(runner, scenario("unique"));
    expect(callEnds(next).map(({ outcome }) => outcome.status)).toEqual(["success"]);
  });

  it("fails the execution that took its worker down, and runs its siblings", async () => {
    const events = await collect(runner, scenario("unique", "crash", "unique"));
    expectWhole(events);
    expect(callEnds(events).map(({ outcome }) => outcome.status)).toEqual(["success", "failed", "success"]);
    expect(entries(events)[1]).toContain("not enough memory");
  });
});

describe("workers", () => {
  it("all end when the runner is closed, in the middle of a run too", async () => {
    const alive = new Set<object>();
    const runner = createWorkerRunner({
      spawn() {
        const thread = startThread(FAULTY_THREAD, 256);
        alive.add(thread);
        thread.onLoss(() => alive.delete(thread));
        return thread;
      },
    });
    const running = collect(runner, scenario("unique", "hang"));
    await collect(runner, scenario("unique"));
    expect(alive.size).toBeGreaterThanOrEqual(2);
    await runner.close();
    expect(alive.size).toBe(0);
    expectWhole(await running);
  });

  it("that cannot start end the run with the reason", async () => {
    const missing = new URL("./no-such-thread.mjs", import.meta.url);
    const runner = createWorkerRunner({ spawn: () => startThread(missing, 256) });
    const events = await collect(runner, scenario("unique"));
    expectWhole(events);
    expect(events.at(-1)).toMatchObject({ type: "run-end", result: { kind: "unreadable", outcome: "error" } });
    await runner.close();
  });
});
