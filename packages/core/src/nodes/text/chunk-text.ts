/**
 * Windows of at most `sizeBytes` bytes of UTF-8, each cut at its last delimiter (behind it, or before it with `prefix`),
 * else at its end; never inside a character.
 */
export function chunkFixed(text: string, sizeBytes: number, delimiters: readonly string[], prefix: boolean): string[] {
  const chunks: string[] = [];
  let start = 0;
  while (start < text.length) {
    const end = windowEnd(text, start, sizeBytes);
    const cut = end < text.length ? lastCut(text, start, end, delimiters, prefix) : end;
    chunks.push(text.slice(start, cut));
    start = cut;
  }
  return chunks;
}

/** Always beyond `start`: a character that is larger than the window is taken whole. */
function windowEnd(text: string, start: number, sizeBytes: number): number {
  let bytes = 0;
  let at = start;
  while (at < text.length) {
    const code = text.codePointAt(at) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (bytes > sizeBytes && at > start) return at;
    at += code < 0x10000 ? 1 : 2;
  }
  return at;
}

function lastCut(text: string, start: number, end: number, delimiters: readonly string[], prefix: boolean): number {
  let last = start;
  const window = text.slice(start, end);
  for (const delimiter of delimiters) {
    const at = window.lastIndexOf(delimiter);
    if (at >= 0) last = Math.max(last, start + at + (prefix ? 0 : delimiter.length));
  }
  return last === start ? end : last;
}

/** Pieces that end after every delimiter; neighbours are merged while one is shorter than `minCharacters`. */
export function chunkSplit(text: string, delimiters: readonly string[], minCharacters: number): string[] {
  const chunks: string[] = [];
  let current = "";
  for (const piece of piecesOf(text, delimiters)) {
    current += piece;
    if (characters(current) < minCharacters) continue;
    chunks.push(current);
    current = "";
  }
  if (current === "") return chunks;
  const before = chunks.pop();
  return before === undefined ? [current] : [...chunks, before + current];
}

function piecesOf(text: string, delimiters: readonly string[]): string[] {
  if (delimiters.length === 0) return text === "" ? [] : [text];
  const pieces: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; ) {
    const delimiter = delimiters.find((candidate) => text.startsWith(candidate, at));
    at += delimiter?.length ?? 1;
    if (delimiter === undefined) continue;
    pieces.push(text.slice(start, at));
    start = at;
  }
  if (start < text.length) pieces.push(text.slice(start));
  return pieces;
}

function characters(text: string): number {
  return [...text].length;
}
