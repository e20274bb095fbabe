import type { Draft } from "./draft.ts";

/** Characters from which reading the documents would hold up the next keystroke. */
export const LARGE_CHARACTERS = 200_000;

export function isLarge({ calls, tools, context, exchanges }: Draft): boolean {
  return calls.length + tools.length + context.length + exchanges.length > LARGE_CHARACTERS;
}
