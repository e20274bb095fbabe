import { checkSecrets, type Explanation, isJsonObject, type Json } from "@tool-dispatch/core";
import type { Analysis, CallView } from "../store/analysis.ts";
import { type Draft, secretsObject } from "../store/draft.ts";
import { LARGE_CHARACTERS } from "../store/large-documents.ts";
import { spotOfHop } from "../store/source-spots.ts";
import { outline } from "./outline.ts";

/** Values that previews of one input may need. */
const MOST_OF_INPUT = 500;

/**
 * What the page gets of an analysis whose context is large: the context in outline, and where each hop stands in its
 * text, in the place of all that the context holds. Copying all of it to the page would hold up every keystroke.
 */
export function outlinedAnalysis(analysis: Analysis, secrets: Draft["secrets"]): Analysis {
  const { context, views } = analysis;
  if (context.text.length <= LARGE_CHARACTERS) return analysis;
  // The same values are selected by many calls.
  const known = new Map<Json, Json>();
  const small = (value: Json): Json => {
    const before = known.get(value);
    if (before !== undefined) return before;
    const made = outline(value, MOST_OF_INPUT);
    known.set(value, made);
    return made;
  };
  const whole = context.value.value;
  const value = outline(whole);
  const secretWarnings = checkSecrets(secretsObject(secrets, "values"), whole);
  return {
    ...analysis,
    context: {
      ...context,
      value: { value: isJsonObject(value) ? value : new Map(), source: undefined, outlined: { secretWarnings } },
    },
    views: views.map((view) => ({
      ...view,
      references: view.references.map((one) => outlinedExplanation(one, small)),
      contextSpots: contextSpots(analysis, view),
    })),
  };
}

function outlinedExplanation(explanation: Explanation, small: (value: Json) => Json): Explanation {
  return {
    ...explanation,
    value: small(explanation.value),
    hops: explanation.hops.map((hop) => (hop.value === undefined ? hop : { ...hop, value: small(hop.value) })),
  };
}

/** By key of the input, the place of each hop into the context. */
function contextSpots(analysis: Analysis, view: CallView): NonNullable<CallView["contextSpots"]> {
  const own = view.references.filter(({ kind }) => kind === "context" || kind === "context-key");
  return new Map(own.map((one) => [one.key, one.hops.map((_, hop) => spotOfHop(analysis, view, one, hop))]));
}
