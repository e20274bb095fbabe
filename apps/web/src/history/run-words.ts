import type { KeptRun } from "../store/kept-run.ts";
import type { RunView } from "../store/run-view.ts";
import type { Tone } from "../ui/status.tsx";

/** How a run ended, as an icon's tone and words. */
export function outcomeWords({ result }: RunView): { readonly tone: Tone; readonly word: string } {
  if (result === undefined) return { tone: "quiet", word: "not ended" };
  if (result.outcome === "cancelled") return { tone: "doubtful", word: "stopped" };
  if (result.outcome === "error") return { tone: "bad", word: "failed" };
  if (result.kind !== "dispatch") return { tone: "good", word: "succeeded" };
  const failed = result.calls.filter((call) => call.outcome.status !== "success").length;
  if (failed === 0) return { tone: "good", word: "succeeded" };
  return { tone: "bad", word: `${failed} of ${result.calls.length} failed` };
}

export function durationWords({ result }: RunView): string {
  if (result === undefined) return "";
  const ms = result.duration_ms;
  return ms < 100 ? `${ms.toFixed(1)} ms` : `${ms.toFixed(0)} ms`;
}

export function timeWords({ startedAtMs }: RunView): string {
  return new Date(startedAtMs).toLocaleTimeString("en-GB");
}

export function hostWords({ host }: RunView): string {
  return host === "server" ? "server" : "browser";
}

export function changedWords({ changed }: KeptRun): string {
  return changed.length === 0 ? "nothing" : changed.join(", ");
}
