import type { Explanation, Hop, ReferenceNote } from "../vocabulary/reference.ts";
import type { Redactor } from "./create-redactor.ts";

/**
 * An explanation that may be shown: values and names that come from data are clean (spec 06 §4), the reference stays
 * as the person wrote it. Whoever explains against a context that holds the overlay shows nothing without this.
 */
export function redactExplanation(explanation: Explanation, redactor: Redactor): Explanation {
  if (redactor.idle) return explanation;
  const { keys, nearest, alternatives, notes } = explanation;
  return {
    ...explanation,
    hops: explanation.hops.map((hop) => redactHop(hop, redactor)),
    value: redactor.value(explanation.value),
    message: redactor.text(explanation.message),
    ...(keys === undefined ? {} : { keys: keys.map((key) => redactor.text(key)) }),
    ...(nearest === undefined ? {} : { nearest: redactor.text(nearest) }),
    ...(alternatives === undefined ? {} : { alternatives: usable(alternatives, redactor) }),
    ...(notes === undefined ? {} : { notes: notes.map((note) => redactNote(note, redactor)) }),
  };
}

function redactHop(hop: Hop, redactor: Redactor): Hop {
  return hop.value === undefined ? hop : { ...hop, value: redactor.value(hop.value) };
}

function redactNote(note: ReferenceNote, redactor: Redactor): ReferenceNote {
  const message = redactor.text(note.message);
  const { alternatives } = note;
  return alternatives === undefined
    ? { ...note, message }
    : { ...note, message, alternatives: usable(alternatives, redactor) };
}

/** With a marker in it a reference selects nothing: those are left out. */
function usable(alternatives: readonly string[], redactor: Redactor): string[] {
  return alternatives.filter((text) => redactor.text(text) === text);
}
