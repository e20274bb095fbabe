import type { Json } from "@tool-dispatch/core";
import { inSlices } from "./in-slices.ts";
import { prettyPieces, prettyStart } from "./pretty-pieces.ts";

/** Characters of one value that the page holds at most; copy and download give everything. */
export const MOST_SHOWN = 20_000;

/** A value as text: its beginning, and the rest when somebody asks for it. */
export interface ShownText {
  readonly start: string;
  /** `start` is everything. */
  readonly whole: boolean;
  /** Characters of the whole text, found out without holding the page up. */
  readonly length: (signal: AbortSignal) => Promise<number>;
  readonly all: () => Promise<string>;
}

/** A text is shown as the text that it is, any other value as JSON. */
export function shownText(value: Json, most = MOST_SHOWN): ShownText {
  if (typeof value === "string") {
    return {
      start: value.length > most ? value.slice(0, endOfStart(value, most)) : value,
      whole: value.length <= most,
      length: async () => value.length,
      all: async () => value,
    };
  }
  const { text, whole } = prettyStart(value, most);
  return {
    start: whole ? text : text.slice(0, endOfStart(text, most)),
    whole,
    async length(signal) {
      let length = 0;
      await inSlices(prettyPieces(value), (piece) => (length += piece.length), signal);
      return length;
    },
    async all() {
      const parts: string[] = [];
      await inSlices(prettyPieces(value), (piece) => parts.push(piece));
      return parts.join("");
    },
  };
}

/** Not in the middle of a character of two units. */
function endOfStart(text: string, most: number): number {
  const last = text.charCodeAt(most - 1);
  return last >= 0xd800 && last <= 0xdbff ? most - 1 : most;
}
