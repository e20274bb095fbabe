const ESCAPE = 0x25;
const [SET, SET_END, NOT, RANGE] = [0x5b, 0x5d, 0x5e, 0x2d];

/** Members of Lua's classes in the C locale, by the class's small letter. */
const CLASSES: ReadonlyMap<number, Uint8Array> = new Map(
  Object.entries({
    a: /[A-Za-z]/,
    // biome-ignore lint/suspicious/noControlCharactersInRegex: this class is the control characters
    c: /[\x00-\x1f\x7f]/,
    d: /[0-9]/,
    g: /[\x21-\x7e]/,
    l: /[a-z]/,
    p: /[!-/:-@[-`{-~]/,
    s: /[\t-\r ]/,
    u: /[A-Z]/,
    w: /[A-Za-z0-9]/,
    x: /[A-Fa-f0-9]/,
    // biome-ignore lint/suspicious/noControlCharactersInRegex: an old class, NUL, that Lua still knows
    z: /\x00/,
  }).map(([letter, members]) => [letter.charCodeAt(0), memberTable(members)]),
);

function memberTable(members: RegExp): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => (members.test(String.fromCharCode(byte)) ? 1 : 0));
}

/** `%a` and the like; a capital letter is the complement, and what is no class stands for itself. */
export function matchesClass(byte: number, letter: number): boolean {
  const small = letter >= 0x41 && letter <= 0x5a ? letter + 32 : letter;
  const members = CLASSES.get(small);
  if (members === undefined) return letter === byte;
  return (members[byte] === 1) === (small === letter);
}

/** Whether a byte is in the set that begins with `[` at `set` and whose `]` is at `setEnd`. */
export function matchesSet(bytes: Uint8Array, byte: number, set: number, setEnd: number): boolean {
  const isPositive = bytes[set + 1] !== NOT;
  let i = isPositive ? set : set + 1;
  for (i += 1; i < setEnd; i++) {
    const first = bytes[i] ?? 0;
    if (first === ESCAPE) {
      i += 1;
      if (matchesClass(byte, bytes[i] ?? 0)) return isPositive;
    } else if (bytes[i + 1] === RANGE && i + 2 < setEnd) {
      i += 2;
      if (first <= byte && byte <= (bytes[i] ?? 0)) return isPositive;
    } else if (first === byte) {
      return isPositive;
    }
  }
  return !isPositive;
}

/** Address after the single-character class at `item`, or what is wrong with it. */
export function endOfClass(bytes: Uint8Array, item: number, patternEnd: number): number | string {
  const first = bytes[item];
  let i = item + 1;
  if (first === ESCAPE) return i === patternEnd ? "malformed pattern (ends with '%')" : i + 1;
  if (first !== SET) return i;
  if (i < patternEnd && bytes[i] === NOT) i += 1;
  // The first character of a set is a member even when it is a `]`.
  do {
    if (i === patternEnd) return "malformed pattern (missing ']')";
    const member = bytes[i];
    i += 1;
    if (member !== ESCAPE) continue;
    if (i === patternEnd) return "malformed pattern (missing ']')";
    i += 1;
  } while (i === patternEnd || bytes[i] !== SET_END);
  return i + 1;
}
