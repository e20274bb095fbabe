import { describe, expect, it } from "vitest";
import { parseJson } from "../json/parse-json.ts";
import type { FinishedRun } from "../vocabulary/event.ts";
import type { Json, JsonObject } from "../vocabulary/json.ts";
import { checkExpectation } from "./check-expectation.ts";

const read = (text: string): Json => {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
};
const dispatch: FinishedRun = {
  kind: "dispatch",
  outcome: "ok",
  output: read('{"k":[{"result":{"n":3.0},"content":"a b a"}],"k_count":1}') as JsonObject,
  calls: [],
  problems: [],
  duration_ms: 1,
};
const failed: FinishedRun = {
  kind: "dispatch",
  outcome: "error",
  error: "Task 'dispatch' failed after 1 attempts: tool_dispatch: unsupported tool 'x'",
  calls: [],
  problems: [],
  duration_ms: 1,
};
const flow: FinishedRun = {
  kind: "flow",
  outcome: "error",
  status: "failed",
  context: read('{"a":1}') as JsonObject,
  tasks: new Map([["s", { status: "failed", attempt: 2, node: "code", error: "Task 's' failed" }]]),
  failure_summary: "task 's': Task 's' failed",
  inspection: {
    context: read('{"big":{"_truncated":true,"_limit_bytes":1,"_note":"n"}}') as JsonObject,
    tasks: new Map(),
  },
  calls: [],
  problems: [],
  duration_ms: 1,
};
const validated: FinishedRun = {
  kind: "validate",
  outcome: "ok",
  valid: false,
  errors: ["Step 'a' is bad"],
  warnings: [{ code: "undefined_global", message: "m", line: 3, column: 4 }],
  strict_rejected: 1,
  problems: [],
  duration_ms: 1,
};
const paths = (run: FinishedRun, text: string) =>
  checkExpectation(read(text) as JsonObject, run).map(({ path }) => path);

describe("checking what a scenario expects", () => {
  it.each<[FinishedRun, string]>([
    [dispatch, '{"outcome":"ok","output":{"k_count":1.0},"output_keys":["k_count","k"],"nowhere":["zz"]}'],
    [dispatch, '{"match":[{"path":"/k/0/result","value":{"n":3}},{"path":"/k/1","absent":true}]}'],
    [
      dispatch,
      '{"match":[{"path":"/k/0/content","starts_with":"a","ends_with":"a","contains":["b"],"not_contains":["c"],"max_bytes":5,"count":[{"text":"a","times":2}]}]}',
    ],
    [dispatch, '{"match":[{"path":"/k/0/result","equals":"{\\"n\\":3.0}"}]}'],
    [failed, '{"outcome":"error","error":{"starts_with":"tool_dispatch: "}}'],
    [failed, '{"outcome":"error","error":{"starts_with":"Task \'dispatch\' failed"}}'],
    [
      flow,
      '{"status":"failed","context":{"a":1},"absent":["b"],"tasks":{"s":{"status":"failed","attempt":2,"error":{"contains":["failed"]}}}}',
    ],
    [
      flow,
      '{"failure_summary":{"starts_with":"task"},"inspection":{"context":{"big":{"_truncated":true,"_limit_bytes":1}}}}',
    ],
    [
      validated,
      '{"valid":false,"errors":["\'a\' is"],"strict_rejected":1,"warnings":[{"code":"undefined_global","line":3,"column":4,"message":"m"}]}',
    ],
  ])("finds nothing where there is nothing: %# %s", (run, text) => {
    expect(paths(run, text)).toEqual([]);
  });

  it.each<[FinishedRun, string, string]>([
    [dispatch, '{"outcome":"error"}', "outcome"],
    [dispatch, '{"output":{"k_count":2}}', "output/k_count"],
    [dispatch, '{"output_keys":["k"]}', "output_keys"],
    [dispatch, '{"nowhere":["a b"]}', "nowhere"],
    [dispatch, '{"match":[{"path":"/k/0","absent":true}]}', "match/k/0"],
    [dispatch, '{"match":[{"path":"/k/3","value":1}]}', "match/k/3"],
    [dispatch, '{"match":[{"path":"/k/0/content","contains":["x"]}]}', "match/k/0/content"],
    [dispatch, '{"match":[{"path":"/k/0/content","not_contains":["b"]}]}', "match/k/0/content"],
    [dispatch, '{"match":[{"path":"/k/0/content","max_bytes":4}]}', "match/k/0/content"],
    [dispatch, '{"match":[{"path":"/k/0/content","count":[{"text":"a","times":1}]}]}', "match/k/0/content"],
    [dispatch, '{"match":[{"path":"/k/0/content","equals":"a b"}]}', "match/k/0/content"],
    [failed, '{"error":{"starts_with":"dispatch"}}', "error"],
    [dispatch, '{"error":{"contains":["x"]}}', "error"],
    [flow, '{"status":"success"}', "status"],
    [flow, '{"absent":["a"]}', "absent/a"],
    [flow, '{"tasks":{"t":{"status":"failed"}}}', "tasks/t"],
    [flow, '{"tasks":{"s":{"attempt":1}}}', "tasks/s/attempt"],
    [flow, '{"tasks":{"s":{"reason":"r"}}}', "tasks/s/reason"],
    [flow, '{"failure_summary":{"equals":"x"}}', "failure_summary"],
    [flow, '{"inspection":{"tasks":{"s":{"a":1}}}}', "inspection/tasks/s"],
    [validated, '{"valid":true}', "valid"],
    [validated, '{"errors":["other"]}', "errors"],
    [validated, '{"strict_rejected":2}', "strict_rejected"],
    [validated, '{"warnings":[]}', "warnings/count"],
    [validated, '{"warnings":[{"line":9}]}', "warnings/0/line"],
  ])("finds a difference: %# %s", (run, text, path) => {
    expect(paths(run, text)).toEqual([path]);
  });
});
