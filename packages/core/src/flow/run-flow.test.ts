import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { JsonSizes } from "../inspection/json-sizes.ts";
import type { NodeImplementation, NodeOutcome } from "../ports/node.ts";
import { createRedactor } from "../redaction/create-redactor.ts";
import { STANDARD_LIMITS } from "../scenario/read-limits.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import type { UnstampedEvent } from "../vocabulary/event.ts";
import type { StepDefinition } from "../vocabulary/flow.ts";
import type { Json, JsonObject } from "../vocabulary/json.ts";
import { checkFlow } from "./check-flow.ts";
import type { FlowHost } from "./flow-host.ts";
import { type FlowRunResult, runFlow } from "./run-flow.ts";

/** A step whose node is a function of the test. */
interface TestStep extends Partial<Omit<StepDefinition, "name">> {
  readonly name: string;
  readonly run?: NodeImplementation;
}

const publish = (key: string, value: Json): NodeOutcome => ({ ok: true, output: new Map([[key, value]]) });
const fail = (error: string, output?: JsonObject): NodeOutcome => ({
  ok: false,
  error,
  ...(output === undefined ? {} : { output }),
});

function start(
  steps: readonly TestStep[],
  given: { context?: JsonObject; secrets?: JsonObject; concurrency?: number; clock?: ManualClock } = {},
) {
  const clock = given.clock ?? new ManualClock();
  const events: UnstampedEvent[] = [];
  const controller = new AbortController();
  const unused = (what: string) =>
    new Proxy(
      {},
      {
        get: () => {
          throw new Error(`${what} is not lent`);
        },
      },
    );
  const nodes = new Map(steps.map((step) => [`test:${step.name}`, step.run ?? (() => publish(step.name, true))]));
  const host: FlowHost = {
    limits: { ...STANDARD_LIMITS, maxConcurrentTasks: given.concurrency ?? 8 },
    lua: unused("lua") as FlowHost["lua"],
    clock,
    random: unused("random") as FlowHost["random"],
    network: undefined,
    cache: unused("cache") as FlowHost["cache"],
    journal: undefined,
    redactor: createRedactor(given.secrets ?? new Map()),
    sizes: new JsonSizes(),
    env: () => undefined,
    node: (type) => nodes.get(type),
    cancelled: () => false,
    emit: (event) => events.push(event),
    detached: 0,
    runChild: () => {
      throw new Error("no children here");
    },
  };
  const definitions = steps.map(
    ({ run: _, ...step }): StepDefinition => ({
      nodeType: `test:${step.name}`,
      config: new Map(),
      dependsOn: [],
      maxRetries: 0,
      backoffSeconds: 1,
      ...step,
    }),
  );
  const flow = { name: "test", file: "test.lua", steps: definitions };
  const check = checkFlow(flow);
  if (!check.ok) throw new Error(check.errors.join("; "));
  const request = {
    flow,
    phases: check.phases,
    run: "",
    context: given.context ?? new Map(),
    signal: controller.signal,
  };
  return { result: runFlow(host, request), clock, events, controller, phases: check.phases };
}

const statusOf = (result: FlowRunResult, step: string) => result.tasks.get(step)?.status;
const now = (result: FlowRunResult | Promise<FlowRunResult>): FlowRunResult => {
  if (result instanceof Promise) throw new Error("the run waits although nothing in it does");
  return result;
};

describe("phases", () => {
  it("[03 §4] gives every step of a phase the same snapshot and merges in declaration order", () => {
    const seen: (Json | undefined)[] = [];
    const look: NodeImplementation = (step) => {
      seen.push(step.context.get("n"));
      return publish("n", step.name);
    };
    const { result } = start(
      [
        { name: "zz", run: look },
        { name: "aa", run: look },
      ],
      { context: new Map([["n", 0n]]) },
    );
    expect(seen).toEqual([0n, 0n]);
    expect(now(result).context.get("n")).toBe("aa");
  });

  it("[03 §4] runs synchronously from the first step to the last when nothing waits", () => {
    const { result } = start([{ name: "a" }, { name: "b", dependsOn: ["a"] }]);
    expect(now(result).status).toBe("success");
  });

  it("[03 §4] merges in declaration order whichever step ended first", async () => {
    const after =
      (ms: number): NodeImplementation =>
      async (step, host) => {
        await host.clock.sleep(ms);
        return publish("n", step.name);
      };
    const { result, clock } = start([
      { name: "slow", run: after(30) },
      { name: "quick", run: after(10) },
    ]);
    await clock.advance(40);
    expect((await result).context.get("n")).toBe("quick");
  });

  it("[03 §4] overlaps steps that wait, up to the task concurrency", async () => {
    let running = 0;
    let most = 0;
    const wait: NodeImplementation = async (step, host) => {
      most = Math.max(most, ++running);
      await host.clock.sleep(10);
      running--;
      return publish(step.name, true);
    };
    const names = ["a", "b", "c", "d", "e"];
    const { result, clock } = start(
      names.map((name) => ({ name, run: wait })),
      { concurrency: 2 },
    );
    await clock.advance(30);
    expect((await result).status).toBe("success");
    expect(most).toBe(2);
    expect(clock.monotonicMs()).toBe(30);
  });
});

describe("attempts", () => {
  it("[03 §5] pauses twice as long before each further attempt", async () => {
    let attempts = 0;
    const flaky: NodeImplementation = () => (++attempts < 4 ? fail(`down ${attempts}`) : publish("up", true));
    const { result, clock } = start([{ name: "s", run: flaky, maxRetries: 5, backoffSeconds: 0.5 }]);
    await clock.advance(10_000);
    const ended = await result;
    expect(clock.asked).toEqual([500, 1000, 2000]);
    expect(ended.tasks.get("s")).toMatchObject({ status: "success", attempt: 4 });
  });

  it("[03 §5] names the number of attempts and the last error, and publishes nothing", () => {
    let attempts = 0;
    const { result } = start([{ name: "s", maxRetries: 2, backoffSeconds: 0, run: () => fail(`no ${++attempts}`) }]);
    const ended = now(result);
    expect(ended.tasks.get("s")).toMatchObject({ attempt: 3, error: "Task 's' failed after 3 attempts: no 3" });
    expect(ended.status).toBe("failed");
    expect(ended.context.size).toBe(0);
  });

  it("[03 §5] has one total budget for attempts and pauses", async () => {
    const { result, clock } = start([
      { name: "s", timeoutSeconds: 2, maxRetries: 9, backoffSeconds: 1.5, run: () => fail("down") },
    ]);
    await clock.advance(5000);
    expect((await result).tasks.get("s")).toMatchObject({
      status: "failed",
      attempt: 2,
      error: "Task 's' timed out after 2s total",
    });
  });

  it("[03 §5] ends a step that never answers, and tells its node", async () => {
    let aborted = false;
    const hang: NodeImplementation = (_, host) => {
      host.signal.addEventListener("abort", () => {
        aborted = true;
      });
      return new Promise<NodeOutcome>(() => {});
    };
    const { result, clock } = start([{ name: "s", timeoutSeconds: 0.05, run: hang }, { name: "t" }]);
    await clock.advance(60);
    const ended = await result;
    expect(ended.tasks.get("s")?.error).toBe("Task 's' timed out after 0.05s total");
    expect(statusOf(ended, "t")).toBe("success");
    expect(aborted).toBe(true);
  });

  it("[03 §5] leaves a step alone that ends in time", async () => {
    const quick: NodeImplementation = async (_, host) => {
      await host.clock.sleep(10);
      return publish("a", 1n);
    };
    const { result, clock } = start([{ name: "s", timeoutSeconds: 1, run: quick }]);
    await clock.advance(20);
    expect((await result).status).toBe("success");
  });

  it("[03 §5] publishes the structured output of the last attempt alone", () => {
    let attempts = 0;
    const { result } = start([
      { name: "s", maxRetries: 1, backoffSeconds: 0, run: () => fail("bad", new Map([["n", BigInt(++attempts)]])) },
    ]);
    expect(now(result).context.get("n")).toBe(2n);
  });
});

describe("recovery", () => {
  const source = { name: "s", onError: "h", run: () => fail("broke", new Map<string, Json>([["why", "x"]])) };

  it("[03 §7] gives the error keys to the recovery step alone, and resolves the failure", () => {
    const seen = new Map<string, JsonObject>();
    const look: NodeImplementation = (step) => {
      seen.set(step.name, step.context);
      return publish(step.name, true);
    };
    const { result } = start([source, { name: "h", run: look }, { name: "d", dependsOn: ["s"], run: look }]);
    const ended = now(result);
    expect(ended.status).toBe("success");
    expect(ended.failures).toEqual([]);
    const input = seen.get("h");
    expect(input?.get("_error_message")).toBe("Task 's' failed after 1 attempts: broke");
    expect(input?.get("_error_step")).toBe("s");
    expect(input?.get("_error_node_type")).toBe("test:s");
    expect(input?.get("_error_output")).toEqual(new Map([["why", "x"]]));
    expect([...(seen.get("d")?.keys() ?? [])].filter((key) => key.startsWith("_error"))).toEqual([]);
    expect(statusOf(ended, "s")).toBe("failed");
  });

  it("[03 §7] keeps both failures when the recovery fails, and blocks what depends on the source", () => {
    const { result } = start([source, { name: "h", run: () => fail("too") }, { name: "d", dependsOn: ["s"] }]);
    const ended = now(result);
    expect(ended.failures.map((failure) => failure.step)).toEqual(["s", "h"]);
    expect(ended.tasks.get("d")).toMatchObject({ status: "skipped", reason: "dependency failed" });
  });

  it("[03 §6–7] skips a recovery that was not needed, and what depends on it", () => {
    const { result } = start([
      { name: "s", onError: "h" },
      { name: "h" },
      { name: "d", dependsOn: ["s"] },
      { name: "e", dependsOn: ["h"] },
    ]);
    const ended = now(result);
    expect(ended.tasks.get("h")).toMatchObject({ status: "skipped", reason: "error handler was not triggered" });
    expect(statusOf(ended, "d")).toBe("success");
    expect(ended.tasks.get("e")).toMatchObject({ status: "skipped", reason: "dependency failed" });
    expect(ended.status).toBe("success");
  });

  it("[03 §6] skips a recovery whose own dependency failed", () => {
    const { result } = start([source, { name: "x", run: () => fail("x") }, { name: "h", dependsOn: ["x"] }]);
    expect(now(result).tasks.get("h")).toMatchObject({ reason: "recovery handler dependency failed" });
  });
});

describe("routes and skipping", () => {
  it("[03 §6] runs the routed step of the choice, and goes on behind the other", () => {
    const { result } = start([
      { name: "gate", run: () => publish("_route_gate", "left") },
      { name: "left", dependsOn: ["gate"], route: "left" },
      { name: "right", dependsOn: ["gate"], route: "right" },
      { name: "after", dependsOn: ["right"] },
    ]);
    const ended = now(result);
    expect(ended.tasks.get("right")).toMatchObject({
      status: "skipped",
      reason: "route condition was not matched",
      attempt: 0,
    });
    expect([statusOf(ended, "left"), statusOf(ended, "after")]).toEqual(["success", "success"]);
  });

  it("[03 §6] spreads failures along dependencies and leaves other branches alone", () => {
    const { result } = start([
      { name: "a", run: () => fail("a") },
      { name: "b", dependsOn: ["a"] },
      { name: "c", dependsOn: ["b"] },
      { name: "d" },
    ]);
    const ended = now(result);
    expect(["a", "b", "c", "d"].map((step) => statusOf(ended, step))).toEqual([
      "failed",
      "skipped",
      "skipped",
      "success",
    ]);
    expect(ended.failures.map((failure) => failure.step)).toEqual(["a"]);
  });
});

describe("cancelling", () => {
  it("[03 §4–5] drops the phase's outputs and starts nothing more", async () => {
    const slow: NodeImplementation = async (_, host) => {
      await host.clock.sleep(1000, host.signal);
      return publish("slow", true);
    };
    const { result, clock, controller } = start([
      { name: "a" },
      { name: "s", run: slow },
      { name: "b", dependsOn: ["s"] },
    ]);
    await clock.advance(10);
    controller.abort();
    const ended = await result;
    expect(ended.status).toBe("cancelled");
    expect(ended.context.size).toBe(0);
    expect(statusOf(ended, "b")).toBe("cancelled");
  });
});

describe("redaction in a run", () => {
  it("[06 §1, §4] lends the overlay to every step and cleans what is published", () => {
    const leak: NodeImplementation = (step) => publish("copy", `key ${String(step.context.get("api_key"))}`);
    const { result } = start(
      [
        { name: "s", run: leak },
        { name: "t", dependsOn: ["s"], run: () => fail("no k-99 here") },
      ],
      {
        secrets: new Map([["api_key", "k-99"]]),
      },
    );
    const ended = now(result);
    expect(ended.context.get("copy")).toBe("key [REDACTED]");
    expect(ended.context.has("api_key")).toBe(false);
    expect(ended.tasks.get("t")?.error).toContain("no [REDACTED] here");
  });
});

describe("any graph", () => {
  it("[03 §4, §6] orders by dependencies, and ends each step as an oracle says", () => {
    const graph = fc.array(fc.record({ fails: fc.boolean(), back: fc.array(fc.nat(12), { maxLength: 3 }) }), {
      minLength: 1,
      maxLength: 14,
    });
    fc.assert(
      fc.property(graph, (nodes) => {
        const steps = nodes.map(
          ({ fails, back }, index): TestStep => ({
            name: `s${index}`,
            dependsOn: [...new Set(back.map((distance) => index - 1 - distance).filter((at) => at >= 0))].map(
              (at) => `s${at}`,
            ),
            run: () => (fails ? fail("x") : publish(`s${index}`, true)),
          }),
        );
        const { result, phases } = start(steps);
        const ended = now(result);
        const phaseOf = new Map(phases.flatMap((phase, at) => phase.map((step) => [step.name, at] as const)));
        const expected = new Map<string, string>();
        steps.forEach((step, index) => {
          const blocked = (step.dependsOn ?? []).some((name) => expected.get(name) !== "success");
          expected.set(step.name, blocked ? "skipped" : nodes[index]?.fails ? "failed" : "success");
          for (const name of step.dependsOn ?? [])
            expect(phaseOf.get(name) ?? 0).toBeLessThan(phaseOf.get(step.name) ?? 0);
        });
        for (const [step, status] of expected) expect(statusOf(ended, step)).toBe(status);
      }),
    );
  });
});
