import type { Json } from "@tool-dispatch/core";
import { shownRun } from "../../store/shown-run.ts";
import type { State } from "../../store/state.ts";

/** What `ctx` was when handlers of this file last ran; before a first run what the mapping gives. */
export function handlerContexts(state: State, file: string): readonly Json[] {
  const own = state.analysis.views.filter((view) => view.flow === file);
  const calls = shownRun(state)?.calls;
  const ran = own.flatMap((view) => {
    const outcome = calls?.get(view.index)?.outcome;
    return outcome !== undefined && "child_input" in outcome && outcome.child_input !== undefined
      ? [outcome.child_input]
      : [];
  });
  if (ran.length > 0) return ran;
  const planned = own.map((view) => {
    const inputs = view.references
      .filter(({ key }) => !key.includes("/"))
      .map(({ key, value }) => [key, value] as const);
    return new Map<string, Json>([
      ["tool_call", view.call],
      ["tool_name", view.name],
      ["tool_call_id", view.id],
      ["tool_arguments", view.call.get("arguments") ?? null],
      ["tool_call_index", BigInt(view.index)],
      ...inputs,
    ]);
  });
  return planned.length > 0 ? planned : [state.analysis.context.value.value];
}
