import { callId, callName, type Explanation, type Json, prettyJson } from "@tool-dispatch/core";
import type { CallView } from "../store/analysis.ts";
import type { KeptRun } from "../store/kept-run.ts";
import type { CallRunView } from "../store/run-view.ts";

/** Two texts of one thing that differ; undefined: it was not there. */
export interface PartDifference {
  /** `status`, `result`, `message`, `error`, `input city`, `step`, `published tool_results_count`. */
  readonly part: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export interface CallComparison {
  readonly id: string;
  readonly name: string;
  /** In which of the two runs the call is. */
  readonly presence: "both" | "before" | "after";
  readonly differences: readonly PartDifference[];
}

/** What became different from one run to the other. Calls that are alike in both are counted, not listed. */
export interface RunComparison {
  readonly whole: readonly PartDifference[];
  readonly calls: readonly CallComparison[];
  readonly alike: number;
}

/** Compares calls by id; several under one id by their order among them, so that no call is compared twice. */
export function compareRuns(before: KeptRun, after: KeptRun): RunComparison {
  const left = byOccurrence(before);
  const right = byOccurrence(after);
  const calls = [...new Set([...left.keys(), ...right.keys()])].map((key) =>
    compareCall(left.get(key), right.get(key)),
  );
  const differing = calls.filter((call) => call.presence !== "both" || call.differences.length > 0);
  return { whole: compareWhole(before, after), calls: differing, alike: calls.length - differing.length };
}

interface OneCall {
  readonly view: CallView;
  readonly run: CallRunView | undefined;
}

function byOccurrence({ analysis, run }: KeptRun): ReadonlyMap<string, OneCall> {
  const seen = new Map<string, number>();
  return new Map(
    analysis.views.map((view) => {
      const nth = seen.get(view.id) ?? 0;
      seen.set(view.id, nth + 1);
      return [`${nth} ${view.id}`, { view, run: run.calls.get(view.index) }];
    }),
  );
}

function compareCall(before: OneCall | undefined, after: OneCall | undefined): CallComparison {
  const { call } = (after ?? before)?.view ?? { call: new Map<string, Json>() };
  const presence = before === undefined ? "after" : after === undefined ? "before" : "both";
  const pairs = partsOf(before);
  const others = partsOf(after);
  return { id: callId(call), name: callName(call), presence, differences: differences(pairs, others) };
}

/** Everything about a call that a person would compare, as text. */
function partsOf(one: OneCall | undefined): ReadonlyMap<string, string> {
  const parts = new Map<string, string>();
  if (one === undefined) return parts;
  parts.set("tool", one.view.name);
  parts.set("arguments", jsonText(one.view.call.get("arguments")));
  parts.set("handler", one.view.flow ?? "none");
  for (const reference of one.view.references) parts.set(`input ${reference.key}`, referenceText(reference));
  parts.set("status", one.run?.status ?? "not-run");
  const outcome = one.run?.outcome;
  if (outcome === undefined || outcome.status === "cancelled" || outcome.status === "not-run") return parts;
  if (outcome.status === "error") return parts.set("error", outcome.error);
  if (outcome.entry.has("error")) parts.set("error", jsonText(outcome.entry.get("error")));
  parts.set("result", jsonText(outcome.entry.get("result")));
  parts.set("message", jsonText(outcome.message.get("content")));
  return parts;
}

function referenceText({ reference, reason, value, message }: Explanation): string {
  const name = reference === undefined ? "" : `${reference === "" ? '""' : reference} → `;
  return reason === null ? `${name}${jsonText(value)}` : `${name}null (${message})`;
}

/** Of the published keys the counts alone: results and messages are compared call by call. */
function compareWhole(before: KeptRun, after: KeptRun): readonly PartDifference[] {
  return differences(wholeOf(before), wholeOf(after));
}

function wholeOf({ run: { result } }: KeptRun): ReadonlyMap<string, string> {
  const parts = new Map<string, string>();
  if (result === undefined) return parts;
  parts.set("outcome", result.outcome);
  if (result.error !== undefined) parts.set("error", result.error);
  if (result.kind === "dispatch") {
    for (const [key, value] of result.output ?? []) {
      if (typeof value !== "object") parts.set(`published ${key}`, jsonText(value));
    }
  }
  if (result.kind === "flow") {
    if (result.status !== undefined) parts.set("flow", result.status);
    for (const [step, task] of result.tasks ?? []) parts.set(`step ${step}`, task.error ?? task.reason ?? task.status);
    for (const [key, value] of result.context ?? []) parts.set(`context ${key}`, jsonText(value));
  }
  return parts;
}

function differences(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): PartDifference[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((part) => ({ part, before: before.get(part), after: after.get(part) }))
    .filter((one) => one.before !== one.after);
}

function jsonText(value: Json | undefined): string {
  if (value === undefined) return "";
  return typeof value === "string" ? value : prettyJson(value);
}
