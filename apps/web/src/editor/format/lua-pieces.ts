/** A piece of Lua text that is not white space. Together in order, the pieces are what the text means. */
export interface LuaPiece {
  readonly kind: "word" | "number" | "string" | "comment" | "symbol";
  readonly text: string;
  /** Offset of its first character. */
  readonly start: number;
}

/** In the order in which they are tried; what has no end goes on to the end of its line or of the text. */
const KINDS: readonly (readonly [LuaPiece["kind"], RegExp])[] = [
  ["comment", /--\[(=*)\[[\s\S]*?(?:\]\1\]|$)|--[^\r\n]*/y],
  ["string", /\[(=*)\[[\s\S]*?(?:\]\1\]|$)/y],
  ["string", /"(?:\\(?:z\s*|\r\n|[\s\S])|[^"\\\r\n])*"?|'(?:\\(?:z\s*|\r\n|[\s\S])|[^'\\\r\n])*'?/y],
  ["word", /[A-Za-z_]\w*/y],
  ["number", /0[xX](?:[pP][+-]|[\w.])*|\.?\d(?:[eE][+-]|[\w.])*/y],
  // An attribute of a local variable is no comparison that goes on.
  ["symbol", /<\s*(?:const|close)\s*>|\.\.\.|\.\.|::|\/\/|<<|>>|[=~<>]=|\S/y],
];
const BLANK = /\s*/y;
const FIRST_LINE = /#[^\r\n]*/y;

/** Splits Lua 5.4 text into its pieces; any text has some, also one that is no Lua. */
export function luaPieces(text: string): readonly LuaPiece[] {
  const pieces: LuaPiece[] = [];
  let at = 0;
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? "";
    at += found.length;
    return found;
  };
  const shebang = take(FIRST_LINE);
  if (shebang !== "") pieces.push({ kind: "comment", text: shebang, start: 0 });
  for (take(BLANK); at < text.length; take(BLANK)) {
    const start = at;
    for (const [kind, pattern] of KINDS) {
      const found = take(pattern);
      if (found === "") continue;
      pieces.push({ kind, text: found, start });
      break;
    }
  }
  return pieces;
}
