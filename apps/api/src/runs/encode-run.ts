import {
  type FinishedRun,
  finishedRunToJson,
  type Json,
  type ReplyFormat,
  reply,
  replyToJson,
} from "@tool-dispatch/core";
import { printInTurns } from "./print-in-turns.ts";
import type { RunRecord } from "./run-service.ts";

/** The finished run with complete values (spec 11 §2), and its results in a provider's shape when one is named. */
export async function encodeResult({ result }: RunRecord, format?: ReplyFormat): Promise<string> {
  if (result === undefined) throw new Error("the run has not ended");
  const json = finishedRunToJson(result);
  if (format === undefined) return printInTurns(json);
  const answer = replyToJson(reply("calls" in result ? result.calls : [], format));
  return printInTurns(new Map<string, Json>([...json, ["reply", answer]]));
}

/** A run as it is shown (spec 08 §2): where it stands, and its result with large values left out. */
export async function encodeInspection({ id, state, result }: RunRecord): Promise<string> {
  const shown = new Map<string, Json>([
    ["id", id],
    ["state", state],
  ]);
  if (result !== undefined) shown.set("result", finishedRunToJson(inspected(result)));
  return printInTurns(shown);
}

function inspected(run: FinishedRun): FinishedRun {
  if (run.kind === "flow") {
    return { ...run, calls: [], ...(run.inspection === undefined ? {} : { context: run.inspection.context }) };
  }
  if (run.kind !== "dispatch" || run.inspection === undefined) return "calls" in run ? { ...run, calls: [] } : run;
  const { inspection, ...rest } = run;
  return { ...rest, calls: [], output: inspection.output };
}
