import { useMemo } from "react";
import { useSelect } from "../app-context.ts";
import type { DocumentName } from "../store/draft.ts";
import { findingsOf } from "../store/findings-of.ts";
import { shownRun } from "../store/shown-run.ts";
import type { EditorMarker } from "./editor-marker.ts";

/** Faults of a document's text, and of its last run where it is a handler. */
export function useMarkers(document: DocumentName): readonly EditorMarker[] {
  const problems = useSelect((state) => state.analysis.problems);
  const steps = useSelect((state) => shownRun(state)?.steps);
  const findings = useSelect((state) => findingsOf(state, document));
  return useMemo(() => {
    const written = problems.flatMap((problem): EditorMarker[] => {
      if (problem.where?.document !== document || problem.range === undefined) return [];
      return [{ message: problem.message, severity: problem.severity ?? "error", at: problem.range }];
    });
    const file = document.startsWith("flow:") ? document.slice(5) : undefined;
    const warned = (findings?.warnings ?? []).map(
      ({ message, line, step }): EditorMarker => ({
        message,
        severity: "warning",
        at: { line: step === undefined ? line : 1 },
      }),
    );
    const failed = (steps ?? []).flatMap((step): EditorMarker[] => {
      if (step.where === undefined || step.where.file !== file || step.error === undefined) return [];
      return [{ message: step.error, severity: "error", at: { line: step.where.line } }];
    });
    return [...written, ...failed, ...warned];
  }, [document, problems, steps, findings]);
}
