import { type FinishedRun, fromPlain, type Json, type JsonObject, prettyJson } from "@tool-dispatch/core";
import { type Draft, documentFromDraft } from "../store/draft.ts";

/** A text that is saved or copied, or why there is none. */
export type Exported = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string };

/** The scenario document of a draft: names of secrets, never their values. */
export function scenarioFile(draft: Draft): string {
  return `${prettyJson(documentFromDraft(draft, "names"))}\n`;
}

/**
 * A scenario that expects what this run came to, for the command line's check. Secrets stand in it as other texts, which
 * are redacted where the true values were, so that the same result is expected without knowing them.
 */
export function regressionTest(draft: Draft, run: FinishedRun | undefined): Exported {
  if (run === undefined) return { ok: false, message: "There is no run yet whose outcome could be expected." };
  if (run.outcome === "cancelled") return { ok: false, message: "This run was stopped: it has no outcome to expect." };
  const document = new Map(documentFromDraft(draft, "names"));
  if (draft.secrets.length > 0) document.set("secrets", standIns(draft));
  document.set("expect", expectation(run));
  return { ok: true, text: `${prettyJson(document)}\n` };
}

function standIns({ secrets }: Draft): JsonObject {
  const named = secrets.filter(({ key }) => key !== "");
  return new Map(named.map(({ key }, index) => [key, `standinforsecret${index}`]));
}

function expectation(run: FinishedRun): JsonObject {
  const expect = new Map<string, Json>();
  if (run.kind !== "flow" || run.status === undefined) expect.set("outcome", run.outcome);
  if (run.error !== undefined) expect.set("error", new Map([["equals", run.error]]));
  switch (run.kind) {
    case "dispatch":
      if (run.output === undefined) break;
      expect.set("output", run.output);
      expect.set("output_keys", [...run.output.keys()]);
      break;
    case "flow":
      if (run.status !== undefined) expect.set("status", run.status);
      expect.set("context", new Map([...(run.context ?? [])].filter(([key]) => key !== "_flow_dir")));
      expect.set("tasks", tasks(run));
      break;
    case "validate":
      expect.set("valid", run.valid);
      expect.set("errors", run.errors);
      break;
  }
  return expect;
}

function tasks({ tasks: all }: Extract<FinishedRun, { kind: "flow" }>): JsonObject {
  return new Map(
    [...(all ?? [])].map(([step, { status, attempt, reason }]): [string, Json] => [
      step,
      fromPlain({ status, attempt, ...(reason === undefined ? {} : { reason }) }),
    ]),
  );
}
