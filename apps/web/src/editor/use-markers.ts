import { useMemo } from "react";
import { useSelect } from "../app-context.ts";
import type { DocumentName } from "../store/draft.ts";
import { shownRun } from "../store/shown-run.ts";
import type { EditorMarker } from "./editor-marker.ts";

/** Faults of a document's text, and of its last run where it is a handler. */
export function useMarkers(document: DocumentName): readonly EditorMarker[] {
  const problems = useSelect((state) => state.analysis.problems);
  const steps = useSelect((state) => shownRun(state)?.steps);
  return useMemo(() => {
    const written = problems.flatMap((problem): EditorMarker[] => {
      if (problem.where?.document !== document || problem.range === undefined) return [];
      return [{ message: problem.message, severity: problem.severity ?? "error", at: problem.range }];
    });
    const file = document.startsWith("flow:") ? document.slice(5) : undefined;
    const failed = (steps ?? []).flatMap((step): EditorMarker[] => {
      if (step.where === undefined || step.where.file !== file || step.error === undefined) return [];
      return [{ message: step.error, severity: "error", at: { line: step.where.line } }];
    });
    return [...written, ...failed];
  }, [document, problems, steps]);
}
