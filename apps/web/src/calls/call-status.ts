import type { CallView } from "../store/analysis.ts";
import type { CallRunView } from "../store/run-view.ts";
import type { Tone } from "../ui/status.tsx";

/** What a call's row says of it: an icon's tone and a word. */
export function callStatus(
  view: CallView,
  run: CallRunView | undefined,
): { readonly tone: Tone; readonly word: string } {
  switch (run?.status) {
    case "success":
      return { tone: "good", word: "succeeded" };
    case "failed":
      return { tone: "bad", word: "failed" };
    case "unsupported":
      return { tone: "bad", word: "unsupported" };
    case "error":
      return { tone: "bad", word: "broke the step" };
    case "cancelled":
      return { tone: "doubtful", word: "cancelled" };
    case "running":
      return { tone: "quiet", word: "running" };
    default:
      return view.mapping === undefined ? { tone: "bad", word: "unmapped" } : { tone: "quiet", word: "not run" };
  }
}
