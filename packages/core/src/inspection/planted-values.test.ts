import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createInProcessRunner } from "../host/index.ts";
import { compactJson, eventToJson, type FinishedRun, type RunEvent, type Runner } from "../index.ts";
import type { JsonObject } from "../vocabulary/json.ts";
import { type ExposureStation, exposureReport } from "./exposure-report.ts";

const flow = (name: string, body: string) =>
  `local flow = Flow.new("${name}")\nflow:step("main", function(ctx)\n${body}\nend)\nreturn flow\n`;

const context = {
  user: { name: "PLANT-name-1", private_note: 'PLANT-note-2 "quoted"', pin: 481516, tags: ["PLANT-tag-3"] },
  region: "PLANT-region-4",
  never: "PLANT-never-5",
};
const secret = "CANARY-k9-7f3a";
const scenario = {
  context,
  secrets: { _vault: { apikey: secret } },
  calls: ["whole", "chosen", "fails", "leaks", "absent"].map((name) => ({ id: name, name, arguments: { n: 1 } })),
  tools: {
    whole: { flow: "whole.lua", input: { user: "ctx.user" } },
    chosen: { flow: "chosen.lua", input: { user: "ctx.user", at: { region: "ctx.region" } } },
    fails: { flow: "fails.lua", input: { name: "ctx.user.name" } },
    leaks: { flow: "leaks.lua", input: { auth: "ctx._vault.apikey", all: "ctx._vault" } },
  },
  options: { on_error: "ignore" },
  flows: {
    "whole.lua": flow("whole", "return { done = true }"),
    "chosen.lua": flow("chosen", "return { tool_result_value = { first = ctx.user.tags[1] } }"),
    "fails.lua": flow("fails", 'error("no account for " .. ctx.name)'),
    "leaks.lua": flow(
      "leaks",
      `local key = ctx.auth
log("warn", "key " .. key)
local copy = { plain = key, inside = "<" .. key .. ">", [key] = 1, json = '{"k":"' .. key .. '"}', list = { key } }
return { tool_result_value = copy, tool_result_text = ctx._vault.apikey, other = ctx.all }`,
    ),
  },
};

describe("values planted in a real run", () => {
  let runner: Runner;
  const events: RunEvent[] = [];
  let result: Extract<FinishedRun, { kind: "dispatch" }>;

  beforeAll(async () => {
    runner = await createInProcessRunner();
    for await (const event of runner.run(JSON.stringify(scenario))) events.push(event);
    const last = events.at(-1);
    if (last?.type !== "run-end" || last.result.kind !== "dispatch") throw new Error("the run did not end");
    result = last.result;
  });
  afterAll(() => runner.close());

  const report = () => {
    const map = (value: unknown): JsonObject => new Map(Object.entries(value as object)) as JsonObject;
    const user = new Map([...map(context.user), ["pin", 481516n]]) as JsonObject;
    const secrets = new Map([["_vault", map(scenario.secrets._vault)]]);
    return exposureReport({ context: new Map([...map(context), ["user", user]]), secrets, calls: result.calls });
  };

  it("are reported where a search of the outputs finds them, and nowhere else", () => {
    expect(result.calls.map((call) => call.outcome.status)).toEqual([
      "success",
      "success",
      "failed",
      "success",
      "unsupported",
    ]);
    const texts = new Map([
      ["/user/name", "PLANT-name-1"],
      ["/user/private_note", "PLANT-note-2"],
      ["/user/pin", "481516"],
      ["/user/tags/0", "PLANT-tag-3"],
      ["/region", "PLANT-region-4"],
      ["/never", "PLANT-never-5"],
    ]);
    for (const exposure of report().filter((one) => one.origin === "context")) {
      const text = texts.get(exposure.path) ?? "";
      const searched = result.calls.flatMap(({ outcome }, call) => {
        if (!("entry" in outcome)) return [];
        const stations: [ExposureStation, unknown][] = [
          ["child-context", outcome.child_input],
          ["result", outcome.entry.get("result")],
          ["message", outcome.message],
          ["error", outcome.entry.get("error")],
        ];
        return stations.flatMap(([station, value]) =>
          value !== undefined && compactJson(value as JsonObject).includes(text) ? [`${call} ${station}`] : [],
        );
      });
      expect(
        exposure.hits.map((hit) => `${hit.call} ${hit.station}`),
        exposure.path,
      ).toEqual(searched);
    }
  });

  it("say what the model gets to see", () => {
    const seen = report().flatMap(({ path, hits }) =>
      hits.some((hit) => hit.station === "message")
        ? [`${path} by ${hits.filter((hit) => hit.station === "message").map((hit) => hit.call)}`]
        : [],
    );
    // Call 2 failed: what it had mapped is its result all the same (spec 05 §3).
    expect(seen).toEqual(["/user/name by 0,2", "/user/private_note by 0", "/user/pin by 0", "/user/tags/0 by 0,1"]);
  });

  it("[06 §2] show a secret where a reference selected it, and its text nowhere", () => {
    const exposed = report().find((one) => one.origin === "secret");
    expect(exposed?.hits).toEqual([{ call: 3, station: "child-context", path: "/auth", places: 2, alsoInCall: false }]);
    for (const event of events) expect(compactJson(eventToJson(event))).not.toContain(secret);
    expect(events.some((event) => event.type === "log" && event.text.includes("[REDACTED]"))).toBe(true);
  });
});
