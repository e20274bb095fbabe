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
  readonly where?: SourcePlace;
  /** The same place as a range of the document's text, for an editor. */
  readonly range?: SourceRange;
  readonly severity?: "error" | "warning" | "info";
}

export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly Problem[] };
