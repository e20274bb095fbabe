import { setImmediate as turn } from "node:timers/promises";
import { isJsonArray, isJsonObject, type Json, printJson } from "@tool-dispatch/core";

/** Characters that are printed before others get their turn: a few milliseconds. */
const TURN_CHARACTERS = 1_000_000;

/**
 * `printJson` that lets the server answer others while it prints a large value. A single string is printed in one go.
 */
export async function printInTurns(value: Json): Promise<string> {
  let text = "";
  let sinceTurn = 0;
  for (const piece of pieces(value)) {
    text += piece;
    sinceTurn += piece.length;
    if (sinceTurn < TURN_CHARACTERS) continue;
    sinceTurn = 0;
    await turn();
  }
  return text;
}

/** The JSON text in pieces, each of one value that holds no others. */
function* pieces(value: Json): Generator<string> {
  if (isJsonArray(value)) {
    yield "[";
    for (const [index, item] of value.entries()) {
      if (index > 0) yield ",";
      yield* pieces(item);
    }
    yield "]";
  } else if (isJsonObject(value)) {
    let before = "{";
    for (const [key, member] of value) {
      yield `${before}${printJson(key)}:`;
      before = ",";
      yield* pieces(member);
    }
    yield before === "{" ? "{}" : "}";
  } else yield printJson(value);
}
