import type { LuaPiece } from "./lua-pieces.ts";

/** `head`: between `if`, `while` or `for` and the word that begins the block. */
type Kind = "block" | "bracket" | "head";

interface Open {
  readonly kind: Kind;
  /** Of the line in which it was opened. */
  readonly depth: number;
}

const OPENING = new Map<string, Kind>([
  ["function", "block"],
  ["repeat", "block"],
  ["if", "head"],
  ["while", "head"],
  ["for", "head"],
  ["(", "bracket"],
  ["{", "bracket"],
  ["[", "bracket"],
]);
const CLOSING = new Map<string, Kind>([
  ["end", "block"],
  ["until", "block"],
  ["else", "block"],
  ["elseif", "block"],
  [")", "bracket"],
  ["}", "bracket"],
  ["]", "bracket"],
]);

const words = (text: string) => new Set(text.split(" "));
/** An expression goes on over them, wherever the line breaks. */
const BETWEEN = words("+ * / // % ^ .. == ~= <= >= < > & | << >> and or . : =");
/** They do too, where something stands before them. */
const MAYBE_UNARY = words("- ~");
const UNFINISHED = words("+ - * / // % ^ .. == ~= <= >= < > & | ~ << >> # and or not . : =");
const KEYWORDS = words(
  "and break do else elseif for function goto if in local not or repeat return then until while , ; ( { [ =",
);

/** What is open while Lua text is read piece by piece, and how deep a line therefore stands. */
export class LuaNesting {
  private readonly open: Open[] = [];
  private lineDepth = 0;
  private last: LuaPiece | undefined;

  /** The depth of a line that begins with this piece; of one without any, that of what is open. */
  depthOf(first: LuaPiece | undefined): number {
    const top = this.open.at(-1);
    const closed = first === undefined ? undefined : this.closedBy(first);
    if (closed !== undefined) return closed;
    const within = top === undefined ? 0 : top.depth + 1;
    return top?.kind !== "head" && this.goesOn(first, top) ? within + 1 : within;
  }

  beginLine(depth: number): void {
    this.lineDepth = depth;
  }

  add(piece: LuaPiece): void {
    if (piece.kind === "comment") return;
    this.last = piece;
    if (piece.kind !== "word" && piece.kind !== "symbol") return;
    const { text } = piece;
    const closing = CLOSING.get(text);
    const closed = closing === undefined ? undefined : this.close(closing);
    if (text === "else") this.push("block", closed);
    else if (text === "elseif") this.push("head", closed);
    else if (text === "then" || text === "do") this.push("block", this.closeHead());
    else {
      const opening = OPENING.get(text);
      if (opening !== undefined) this.push(opening, undefined);
    }
  }

  /** The depth of what a line's first piece closes; undefined when it closes nothing. */
  private closedBy({ kind, text }: LuaPiece): number | undefined {
    if (kind !== "word" && kind !== "symbol") return undefined;
    const top = this.open.at(-1);
    if (text === "then" || text === "do") return top?.kind === "head" ? top.depth : undefined;
    const closing = CLOSING.get(text);
    if (closing === undefined) return undefined;
    return this.open.findLast((one) => one.kind === closing)?.depth ?? 0;
  }

  /** Whether the last expression goes on with this piece, or could not end before it. */
  private goesOn(first: LuaPiece | undefined, top: Open | undefined): boolean {
    const { last } = this;
    if (last === undefined || first === undefined) return false;
    if (isSign(last, UNFINISHED)) return true;
    if (last.text === "," && last.kind === "symbol") return top?.kind !== "bracket";
    if (isSign(first, BETWEEN)) return true;
    return isSign(first, MAYBE_UNARY) && !isSign(last, KEYWORDS);
  }

  private push(kind: Kind, depth: number | undefined): void {
    this.open.push({ kind, depth: depth ?? this.lineDepth });
  }

  private closeHead(): number | undefined {
    return this.open.at(-1)?.kind === "head" ? this.open.pop()?.depth : undefined;
  }

  /** Closes the innermost of a kind, with what was left open within it. */
  private close(kind: Kind): number | undefined {
    const at = this.open.findLastIndex((one) => one.kind === kind);
    if (at < 0) return undefined;
    const depth = this.open[at]?.depth;
    this.open.length = at;
    return depth;
  }
}

function isSign({ kind, text }: LuaPiece, signs: ReadonlySet<string>): boolean {
  return (kind === "symbol" || kind === "word") && signs.has(text);
}
