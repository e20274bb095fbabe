import type { DocumentName } from "./draft.ts";
import { documentOf } from "./draft.ts";
import type { FlowFindings, State } from "./state.ts";

/** What validating found about a flow file as it stands now. */
export function findingsOf(state: State, document: DocumentName): FlowFindings | undefined {
  if (!document.startsWith("flow:")) return undefined;
  const findings = state.findings.get(document.slice(5));
  return findings?.source === documentOf(state.draft, document) ? findings : undefined;
}
