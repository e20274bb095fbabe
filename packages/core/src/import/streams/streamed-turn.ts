import type { FormatName } from "../format-name.ts";
import type { FoundCall, Note, SkippedCall } from "../found.ts";

/** The calls that one streamed answer put together. */
export interface StreamedTurn {
  readonly format: FormatName;
  readonly calls: readonly FoundCall[];
  readonly skipped?: readonly SkippedCall[];
  readonly notes: readonly Note[];
  /** Number of the answer among several to one question. */
  readonly choice?: number;
}
