import { endOfClass, matchesClass, matchesSet } from "./character-class.ts";

/** Something is wrong with a pattern; the text is Lua's own. */
export class PatternError {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const MAX_CAPTURES = 32;
/** Nested attempts, as in Lua: beyond this a pattern is "too complex". */
const MAX_DEPTH = 200;
const STEPS_PER_CHARGE = 1024;
const UNFINISHED = -1;
const POSITION = -2;
const NO_MATCH = -1;

const ESCAPE = 0x25;
const [OPEN, CLOSE, DOLLAR, DOT, SET] = [0x28, 0x29, 0x24, 0x2e, 0x5b];
const [QUESTION, PLUS, STAR, MINUS] = [0x3f, 0x2b, 0x2a, 0x2d];
const [BALANCE, FRONTIER, DIGIT_0, DIGIT_9] = [0x62, 0x66, 0x30, 0x39];

/** A part of memory. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Lua's pattern matching with a budget: same results and same errors as the native functions, but it counts its
 * steps, so that a pattern that would try for hours is stopped like any other code. Subject and pattern stay where
 * Lua keeps them; nothing of Lua runs between {@link reset} and the end of a {@link match}.
 */
export class PatternMatcher {
  readonly #charge: (steps: number) => void;
  #bytes: Uint8Array = new Uint8Array(0);
  #subject: ByteRange = { start: 0, end: 0 };
  #patternEnd = 0;
  #depth = MAX_DEPTH;
  #steps = 0;
  level = 0;
  readonly #starts: number[] = [];
  readonly #lengths: number[] = [];

  constructor(charge: (steps: number) => void) {
    this.#charge = charge;
  }

  reset(bytes: Uint8Array, subject: ByteRange, patternEnd: number): void {
    this.#bytes = bytes;
    this.#subject = subject;
    this.#patternEnd = patternEnd;
  }

  /** Where a match that starts exactly at `at` ends, or -1. `pattern` is the address of the pattern. */
  match(at: number, pattern: number): number {
    this.level = 0;
    this.#depth = MAX_DEPTH;
    const end = this.#match(at, pattern);
    if (this.#steps >= STEPS_PER_CHARGE) this.#settle();
    return end;
  }

  /** Address and length of a capture; the length of a position capture is undefined. `%1` may be the whole match. */
  capture(index: number, match: ByteRange): { start: number; length: number | undefined } {
    if (index >= this.level) {
      if (index !== 0) throw new PatternError(`invalid capture index %${index + 1}`);
      return { start: match.start, length: match.end - match.start };
    }
    const length = this.#lengths[index] ?? UNFINISHED;
    if (length === UNFINISHED) throw new PatternError("unfinished capture");
    return { start: this.#starts[index] ?? 0, length: length === POSITION ? undefined : length };
  }

  #settle(): void {
    const steps = this.#steps;
    this.#steps = 0;
    this.#charge(steps);
  }

  #step(): void {
    this.#steps += 1;
    if (this.#steps >= STEPS_PER_CHARGE) this.#settle();
  }

  #match(at: number, pattern: number): number {
    this.#depth -= 1;
    if (this.#depth < 0) throw new PatternError("pattern too complex");
    const end = this.#matchItems(at, pattern);
    this.#depth += 1;
    return end;
  }

  /** Goes through the pattern's items as long as each has just one way to match; the rest is recursion. */
  #matchItems(from: number, firstItem: number): number {
    const bytes = this.#bytes;
    let at = from;
    let item = firstItem;
    while (item !== this.#patternEnd) {
      this.#step();
      const first = bytes[item];
      if (first === OPEN) return this.#openCapture(at, item);
      if (first === CLOSE) return this.#closeCapture(at, item + 1);
      if (first === DOLLAR && item + 1 === this.#patternEnd) return at === this.#subject.end ? at : NO_MATCH;
      const second = first === ESCAPE && item + 1 < this.#patternEnd ? (bytes[item + 1] ?? 0) : 0;
      if (second === BALANCE) {
        at = this.#balanced(at, item + 2);
        item += 4;
      } else if (second === FRONTIER) {
        const end = this.#frontierEnd(item + 2);
        at = this.#isFrontier(at, item + 2, end - 1) ? at : NO_MATCH;
        item = end;
      } else if (second >= DIGIT_0 && second <= DIGIT_9) {
        at = this.#backReference(at, second);
        item += 2;
      } else {
        const end = this.#classEnd(item);
        const suffix = end < this.#patternEnd ? bytes[end] : 0;
        const isMatch = this.#isSingle(at, item, end);
        const mayBeAbsent = suffix === STAR || suffix === MINUS || suffix === QUESTION;
        if (isMatch) {
          if (suffix === STAR) return this.#most(at, item, end);
          if (suffix === PLUS) return this.#most(at + 1, item, end);
          if (suffix === MINUS) return this.#fewest(at, item, end);
          const result = suffix === QUESTION ? this.#match(at + 1, end + 1) : NO_MATCH;
          if (result !== NO_MATCH) return result;
        }
        if (!mayBeAbsent) at = isMatch ? at + 1 : NO_MATCH;
        item = mayBeAbsent ? end + 1 : end;
      }
      if (at === NO_MATCH) return NO_MATCH;
    }
    return at;
  }

  #most(at: number, item: number, end: number): number {
    let count = 0;
    while (this.#isSingle(at + count, item, end)) {
      count += 1;
      this.#step();
    }
    for (; count >= 0; count--) {
      const result = this.#match(at + count, end + 1);
      if (result !== NO_MATCH) return result;
    }
    return NO_MATCH;
  }

  #fewest(from: number, item: number, end: number): number {
    for (let at = from; ; at++) {
      const result = this.#match(at, end + 1);
      if (result !== NO_MATCH) return result;
      if (!this.#isSingle(at, item, end)) return NO_MATCH;
    }
  }

  #openCapture(at: number, item: number): number {
    const isPosition = this.#bytes[item + 1] === CLOSE && item + 1 < this.#patternEnd;
    if (this.level >= MAX_CAPTURES) throw new PatternError("too many captures");
    this.#starts[this.level] = at;
    this.#lengths[this.level] = isPosition ? POSITION : UNFINISHED;
    this.level += 1;
    const result = this.#match(at, item + (isPosition ? 2 : 1));
    if (result === NO_MATCH) this.level -= 1;
    return result;
  }

  #closeCapture(at: number, item: number): number {
    const index = this.#captureToClose();
    this.#lengths[index] = at - (this.#starts[index] ?? 0);
    const result = this.#match(at, item);
    if (result === NO_MATCH) this.#lengths[index] = UNFINISHED;
    return result;
  }

  #captureToClose(): number {
    for (let index = this.level - 1; index >= 0; index--) {
      if (this.#lengths[index] === UNFINISHED) return index;
    }
    throw new PatternError("invalid pattern capture");
  }

  #isSingle(at: number, item: number, end: number): boolean {
    if (at >= this.#subject.end) return false;
    const bytes = this.#bytes;
    const byte = bytes[at] ?? 0;
    const first = bytes[item];
    if (first === DOT) return true;
    if (first === ESCAPE) return matchesClass(byte, bytes[item + 1] ?? 0);
    if (first !== SET) return first === byte;
    this.#steps += end - item;
    return matchesSet(bytes, byte, item, end - 1);
  }

  #classEnd(item: number): number {
    const end = endOfClass(this.#bytes, item, this.#patternEnd);
    if (typeof end === "string") throw new PatternError(end);
    return end;
  }

  #balanced(at: number, item: number): number {
    if (item >= this.#patternEnd - 1) throw new PatternError("malformed pattern (missing arguments to '%b')");
    const bytes = this.#bytes;
    const [open, close] = [bytes[item], bytes[item + 1]];
    if (at >= this.#subject.end || bytes[at] !== open) return NO_MATCH;
    let depth = 1;
    for (let i = at + 1; i < this.#subject.end; i++) {
      this.#step();
      if (bytes[i] === close) {
        depth -= 1;
        if (depth === 0) return i + 1;
      } else if (bytes[i] === open) {
        depth += 1;
      }
    }
    return NO_MATCH;
  }

  #frontierEnd(item: number): number {
    if (item >= this.#patternEnd || this.#bytes[item] !== SET) {
      throw new PatternError("missing '[' after '%f' in pattern");
    }
    return this.#classEnd(item);
  }

  /** Between a byte outside the set and one inside it; beyond both ends of the subject stands a NUL. */
  #isFrontier(at: number, item: number, setEnd: number): boolean {
    const bytes = this.#bytes;
    const before = at === this.#subject.start ? 0 : (bytes[at - 1] ?? 0);
    const after = at === this.#subject.end ? 0 : (bytes[at] ?? 0);
    this.#steps += 2 * (setEnd - item);
    return !matchesSet(bytes, before, item, setEnd) && matchesSet(bytes, after, item, setEnd);
  }

  #backReference(at: number, digit: number): number {
    const index = digit - DIGIT_0 - 1;
    const length = this.#lengths[index];
    if (index < 0 || index >= this.level || length === UNFINISHED || length === undefined) {
      throw new PatternError(`invalid capture index %${index + 1}`);
    }
    const start = this.#starts[index] ?? 0;
    // A position capture has no text: its length counts as too large to match, as in Lua.
    if (length < 0 || this.#subject.end - at < length) return NO_MATCH;
    for (let i = 0; i < length; i++) {
      this.#step();
      if (this.#bytes[start + i] !== this.#bytes[at + i]) return NO_MATCH;
    }
    return at + length;
  }
}
