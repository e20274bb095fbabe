import type { Explanation } from "../vocabulary/reference.ts";

/** More are no help. */
const MOST = 3;

/** A name as Lua's own errors give it: `attempt to index a nil value (field 'user')`. */
const NAMED_BY_LUA = /\((?:field|local|upvalue|constant|method|global) '([^']+)'\)/g;

/** What a line of a handler takes out of the context: `ctx.city`, `ctx["city"]`. */
const TAKEN_FROM_CONTEXT = /\bctx\s*(?:\.\s*([A-Za-z_]\w*)|\[\s*(?:"([^"\\]*)"|'([^'\\]*)')\s*\])/g;

/**
 * The inputs from which a handler's error likely comes, the likeliest first; none when nothing speaks for any. An
 * input that Lua's error names counts most, then those without a value that the failing line takes out of the
 * context, then those without a value that the error's own words name.
 */
export function likelyInputs(
  error: string,
  line: string | undefined,
  references: readonly Explanation[],
): readonly Explanation[] {
  const inputs = references.filter(({ kind }) => kind !== "constant");
  const missing = inputs.filter(({ value }) => value === null);
  const named = new Set([...error.matchAll(NAMED_BY_LUA)].map(([, name]) => name));
  const taken = new Set(
    [...(line ?? "").matchAll(TAKEN_FROM_CONTEXT)].map((match) => match[1] ?? match[2] ?? match[3]),
  );
  // Behind the place; what stands before it are words of the engine's.
  const ownWords = error.replace(/^[\s\S]*?\.lua:\d+: /, "");
  const found = [
    inputs.filter((input) => namesOf(input).some((name) => named.has(name))),
    missing.filter((input) => taken.has(namesOf(input)[0])),
    missing.filter((input) => namesOf(input).some((name) => holdsWord(ownWords, name))),
  ].find((some) => some.length > 0);
  const isMissing = ({ value }: Explanation) => (value === null ? 0 : 1);
  return [...(found ?? [])].sort((a, b) => isMissing(a) - isMissing(b)).slice(0, MOST);
}

/** The input's own name, and for nested ones that of the member, which handlers know too. */
function namesOf({ key }: Explanation): readonly [string, ...string[]] {
  const [first = "", ...others] = key.split("/").map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  const last = others.at(-1);
  return last === undefined ? [first] : [first, last];
}

function holdsWord(text: string, word: string): boolean {
  if (word === "") return false;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const around = `${text[at - 1] ?? " "}${text[at + word.length] ?? " "}`;
    if (!/[\w.]/.test(around[0] ?? "") && !/\w/.test(around[1] ?? "")) return true;
  }
  return false;
}
