import { isJsonArray, isJsonObject, type Json } from "@tool-dispatch/core";

/** Members of a container that an outline goes into. Completion offers as many. */
const MOST_MEMBERS = 200;

/** Values that an outline keeps beside those of containers that it only counts. */
const MOST_VALUES = 6_000;

/** Characters that it keeps of a text; previews show far less. */
const MOST_CHARACTERS = 1_000;

/**
 * A large value as previews, labels and completion need it: every container that is kept has its true size and its true
 * keys, breadth before depth; what was not gone into is null, and long texts are cut. A small value is itself.
 */
export function outline(value: Json, mostValues = MOST_VALUES): Json {
  let left = mostValues;
  const waiting: (() => void)[] = [];
  const shallow = (member: Json): Json => {
    if (typeof member === "string") return member.slice(0, MOST_CHARACTERS);
    if (isJsonArray(member)) {
      const items: Json[] = new Array(member.length).fill(null);
      waiting.push(() => fill(member.entries(), (index, item) => (items[index] = item)));
      return items;
    }
    if (!isJsonObject(member)) return member;
    const members = new Map<string, Json>([...member.keys()].map((key) => [key, null]));
    waiting.push(() => fill(member.entries(), (key, item) => members.set(key, item)));
    return members;
  };
  const fill = <K>(members: Iterable<[K, Json]>, put: (key: K, value: Json) => void) => {
    let gone = 0;
    for (const [key, member] of members) {
      if (gone++ === MOST_MEMBERS || left-- <= 0) return;
      put(key, shallow(member));
    }
  };
  const root = shallow(value);
  for (let at = 0; at < waiting.length && left > 0; at++) waiting[at]?.();
  return root;
}
