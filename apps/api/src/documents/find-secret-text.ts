import {
  findTokenLike,
  parseJsonWithSource,
  placeAt,
  type SourceNode,
  type SourceRange,
  stringContentOffsets,
  type TokenLike,
} from "@tool-dispatch/core";

/** A text in a document that looks like a credential, and where it stands; never the text itself. */
export interface SecretText {
  readonly looks_like: string;
  readonly masked: string;
  /** From 1, in the document's text. */
  readonly line: number;
  readonly column: number;
  /** JSON Pointer (RFC 6901) of the innermost value that holds it. */
  readonly pointer: string;
}

/** One that is found is told; the rest of a document full of them adds nothing. */
const MOST_TOLD = 100;

interface Found extends TokenLike {
  readonly pointer: string;
}

/**
 * Token-like texts in a JSON document, in order. Strings are searched as they read, so that an escape in the JSON
 * hides nothing; the document's text is searched too, for a field whose name makes its value a password.
 */
export function findSecretText(json: string): SecretText[] {
  const parsed = parseJsonWithSource(json);
  if (!parsed.ok) return [];
  const found: Found[] = [];
  searchStrings(json, parsed.source, "", found);
  for (const token of findTokenLike(json)) {
    if (found.length >= MOST_TOLD) break;
    if (!found.some(({ range }) => range.start < token.range.end && token.range.start < range.end)) {
      found.push({ ...token, pointer: pointerAt(parsed.source, token.range.end - 1) });
    }
  }
  return found
    .sort((a, b) => a.range.start - b.range.start)
    .map(({ looksLike, masked, range, pointer }) => ({
      looks_like: looksLike,
      masked,
      ...placeAt(json, range.start),
      pointer,
    }));
}

function searchStrings(json: string, node: SourceNode, pointer: string, found: Found[]): void {
  if (found.length >= MOST_TOLD) return;
  if (node.members !== undefined) {
    for (const [key, member] of node.members) {
      const place = `${pointer}/${escaped(key)}`;
      if (member.key !== undefined) searchString(json, member.key, place, found);
      searchStrings(json, member, place, found);
    }
  } else if (json[node.range.start] === '"') searchString(json, node.range, pointer, found);
}

/** Searches the JSON string that stands at `range`, quotes included. */
function searchString(json: string, range: SourceRange, pointer: string, found: Found[]): void {
  const text: unknown = JSON.parse(json.slice(range.start, range.end));
  const tokens = typeof text === "string" ? findTokenLike(text) : [];
  if (tokens.length === 0) return;
  const offsets = stringContentOffsets(json, { range });
  const offset = (at: number) => offsets[at] ?? range.end;
  for (const token of tokens.slice(0, MOST_TOLD - found.length)) {
    found.push({ ...token, range: { start: offset(token.range.start), end: offset(token.range.end) }, pointer });
  }
}

function pointerAt(root: SourceNode, offset: number): string {
  let pointer = "";
  let node: SourceNode | undefined = root;
  while (node?.members !== undefined) {
    const inside: readonly [string | number, SourceNode] | undefined = [...node.members].find(
      ([, { range, key }]) => (key?.start ?? range.start) <= offset && offset < range.end,
    );
    if (inside === undefined) return pointer;
    pointer += `/${escaped(inside[0])}`;
    node = inside[1];
  }
  return pointer;
}

function escaped(key: string | number): string {
  return String(key).replaceAll("~", "~0").replaceAll("/", "~1");
}
