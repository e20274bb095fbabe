import type { SourceRange } from "@tool-dispatch/core";

/** A fault shown at its place in a document. */
export interface EditorMarker {
  readonly message: string;
  readonly severity: "error" | "warning" | "info";
  /** By range, or by a line of which the whole is marked. */
  readonly at: SourceRange | { readonly line: number };
}
