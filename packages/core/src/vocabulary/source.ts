/** Half-open range of UTF-16 code units in a text that a person wrote. */
export interface SourceRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Where a value stands in its text, and where its members do. `range` covers the whole value, quotes and
 * brackets included; `key` is the range of the member's own key, where it has one.
 */
export interface SourceNode {
  readonly range: SourceRange;
  readonly key?: SourceRange;
  readonly members?: ReadonlyMap<string | number, SourceNode>;
}

/** A place in a document of the scenario. Lines and columns count from 1, columns in characters (UTF-16 units). */
export interface SourcePlace {
  /** `calls`, `tools`, `context`, `secrets`, `scenario`, or the file name of a flow. */
  readonly document: string;
  readonly line: number;
  readonly column: number;
}
