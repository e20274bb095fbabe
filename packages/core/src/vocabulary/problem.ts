import type { SourcePlace, SourceRange } from "./source.ts";

/**
 * A finding about what a person gave: what is wrong, where, and what to try. Expected failure is data; an
 * exception is a bug or a lost host.
 */
export interface Problem {
  /** Stable, kebab-case or snake_case as the spec names it. */
  readonly code: string;
  /** One sentence. */
  readonly message: string;
  readonly hint?: string;
  /** What the finding is about, for a reader that compares: an id, a name, a number. */
  readonly detail?: string;
  /** A change of the document that a person may ask for. It is never applied by itself. */
  readonly fix?: SuggestedFix;
  readonly where?: SourcePlace;
  /** The same place as a range of the document's text, for an editor. */
  readonly range?: SourceRange;
  readonly severity?: "error" | "warning" | "info";
}

/** Edits of one document, none overlapping another. */
export interface SuggestedFix {
  /** What it does, as the label of a button. */
  readonly label: string;
  readonly edits: readonly { readonly range: SourceRange; readonly text: string }[];
}

export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly Problem[] };
