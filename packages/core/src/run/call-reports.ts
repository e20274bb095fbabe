import type { CallOutcome, CallReport, RunEvent } from "../vocabulary/event.ts";
import type { Explanation } from "../vocabulary/reference.ts";
import type { ToolCall } from "../vocabulary/tool-call.ts";

/** The calls of the main run's dispatch steps, folded from its events (spec 11 §2). */
export class CallReports {
  private readonly steps = new Map<string, OpenReport[]>();

  add(event: RunEvent): void {
    if (!("run" in event) || event.run !== "" || !("step" in event) || event.step === undefined) return;
    if (event.type === "calls-read") {
      const reports = event.calls.map((call): OpenReport => ({ call, references: [], outcome: { status: "not-run" } }));
      this.steps.set(event.step, reports);
      return;
    }
    if (event.type !== "call-start" && event.type !== "input-resolved" && event.type !== "call-end") return;
    const report = this.steps.get(event.step)?.[event.index];
    if (report === undefined) return;
    // Until its end is told, a call that began counts as cut short.
    if (event.type === "call-start") report.outcome = { status: "cancelled" };
    else if (event.type === "input-resolved") report.references = event.references;
    else report.outcome = event.outcome;
  }

  list(): readonly CallReport[] {
    const [only, ...others] = this.steps.values();
    return others.length === 0 ? (only ?? []) : [...this.steps.values()].flat();
  }
}

interface OpenReport {
  readonly call: ToolCall;
  references: readonly Explanation[];
  outcome: CallOutcome;
}
