/** A read of a name that no handler has (spec 09 §2); line and column from 1, columns in characters. */
export interface UndefinedRead {
  readonly name: string;
  readonly line: number;
  readonly column: number;
}

/** Where a registered function stands in its file. */
export interface HandlerPlace {
  readonly step: string;
  readonly firstLine: number;
  readonly lastLine: number;
}

export type HandlerReads =
  | { readonly ok: true; readonly reads: readonly UndefinedRead[] }
  /** Functions on the same lines could not be told apart. */
  | { readonly ok: false; readonly error: string };

/** Reads Lua without running it. Texts that are no Lua give whatever can be said about them, never an exception. */
export interface LuaAnalysis {
  /** Undefined reads in the registered functions of a file, each function once, sorted by place. */
  handlers(source: string, handlers: readonly HandlerPlace[]): HandlerReads;
  /** Undefined reads in a `source` text, which is a chunk or an expression, sorted by place. */
  sourceText(text: string): readonly UndefinedRead[];
}
