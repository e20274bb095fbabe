import type { SourceRange } from "@tool-dispatch/core";
import type { DocumentName } from "./draft.ts";

/** A place that an editor shows and, when asked, goes to. */
export interface Spot {
  readonly document: DocumentName;
  readonly range: SourceRange;
}
