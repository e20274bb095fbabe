import { isJsonArray, isJsonObject, type JsonObject } from "../../vocabulary/json.ts";
import type { FoundCall, Note } from "../found.ts";
import { fieldOf, type Located, objectField, objectsAt } from "../located.ts";
import { callOf, chatCallOf, incomplete, isSomeText, Slot } from "./slots.ts";
import type { StreamedTurn } from "./streamed-turn.ts";

/** A chunk of OpenAI Chat, or of any provider that speaks it. */
export function isChatChunk(item: Located<JsonObject>): boolean {
  const choices = item.value.get("choices");
  return (
    item.value.get("object") === "chat.completion.chunk" ||
    (isJsonArray(choices) && choices.some((one) => isJsonObject(one) && one.has("delta")))
  );
}

/** Chunks → one turn per answer and choice, by the assembly rules of spec 10 §2. */
export function readChatChunks(chunks: readonly Located<JsonObject>[]): readonly StreamedTurn[] {
  const answers = new Map<string, Assembly>();
  for (const chunk of chunks) {
    const id = chunk.value.get("id");
    for (const choice of objectsAt(chunk, "choices")) {
      const number = choice.value.get("index");
      const key = `${isSomeText(id) ? id : ""}/${typeof number === "bigint" ? number : 0n}`;
      const known = answers.get(key) ?? new Assembly(typeof number === "bigint" ? Number(number) : 0);
      answers.set(key, known);
      known.take(choice);
    }
  }
  return [...answers.values()].map((assembly) => assembly.turn());
}

class Assembly {
  private readonly choice: number;
  private readonly slots: Slot[] = [];
  /** By index, the call that its next fragment belongs to. */
  private readonly current = new Map<bigint, Slot>();
  private legacy: Slot | undefined;
  private latest: Slot | undefined;
  private finished = false;
  private readonly notes: Note[] = [];

  constructor(choice: number) {
    this.choice = choice;
  }

  take(choice: Located<JsonObject>): void {
    const reason = choice.value.get("finish_reason");
    if (isSomeText(reason)) this.finished = true;
    const delta = objectField(choice, "delta") ?? objectField(choice, "message");
    if (delta === undefined) return;
    for (const fragment of objectsAt(delta, "tool_calls")) this.fragment(fragment);
    const legacy = objectField(delta, "function_call");
    if (legacy !== undefined) this.takeLegacy(legacy);
  }

  turn(): StreamedTurn {
    const sorted = [...this.slots].sort((left, right) => left.order - right.order);
    const calls: FoundCall[] = sorted.map(chatCallOf);
    const legacy = this.legacy;
    if (legacy !== undefined) calls.push(callOf(legacy, legacyRaw(legacy), "text"));
    const open = this.finished ? [] : sorted.slice(-1).map(incomplete);
    const format = legacy !== undefined && sorted.length === 0 ? "openai-legacy" : "openai-chat";
    return { format, calls, notes: [...this.notes, ...open], choice: this.choice };
  }

  private fragment(fragment: Located<JsonObject>): void {
    const slot = this.slotFor(fragment);
    if (slot === undefined) return;
    slot.seen(fragment.node);
    this.latest = slot;
    const id = fieldOf(fragment, "id");
    if (isSomeText(id?.value) && !isSomeText(slot.id?.value)) slot.id = id;
    else if (slot.id === undefined && id !== undefined && id.value !== null) slot.id = id;
    const inner = objectField(fragment, "function") ?? objectField(fragment, "custom") ?? fragment;
    this.addName(slot, fieldOf(inner, "name"));
    slot.append(fieldOf(inner, "arguments") ?? fieldOf(inner, "input"));
  }

  /** Rules 1 and 2: the index is a key, and a name with another id opens a new call even at an occupied index. */
  private slotFor(fragment: Located<JsonObject>): Slot | undefined {
    const id = fragment.value.get("id");
    const name = (objectField(fragment, "function") ?? fragment).value.get("name");
    const index = fragment.value.get("index");
    if (typeof index !== "bigint") return this.slotWithoutIndex(fragment, isSomeText(id) ? id : "", isSomeText(name));
    const there = this.current.get(index);
    if (there === undefined) return this.open(fragment, index, Number(index));
    const other = isSomeText(name) && isSomeText(id) && id !== there.id?.value && isSomeText(there.id?.value);
    if (!other) return there;
    const message = "A new call begins at an index that another call had; they are kept apart.";
    this.notes.push({ code: "index_reused", message, node: fragment.node });
    return this.open(fragment, index, Number(index));
  }

  private slotWithoutIndex(fragment: Located<JsonObject>, id: string, named: boolean): Slot | undefined {
    if (this.notes.every((note) => note.code !== "index_missing")) {
      const message = "The stream gives no index: a new id, or a name without one, begins a call.";
      this.notes.push({ code: "index_missing", message, node: fragment.node });
    }
    const known = id === "" ? undefined : this.slots.find((slot) => slot.id?.value === id);
    if (known !== undefined) return known;
    if (id !== "" || named) return this.open(fragment, undefined, this.latest?.order ?? 0);
    if (this.latest === undefined) {
      const message = "A fragment belongs to no call that has begun; it is left out.";
      this.notes.push({ code: "fragment_without_call", message, node: fragment.node });
    }
    return this.latest;
  }

  private open(fragment: Located<JsonObject>, index: bigint | undefined, order: number): Slot {
    const slot = new Slot(order, fragment.node);
    this.slots.push(slot);
    if (index !== undefined) this.current.set(index, slot);
    return slot;
  }

  /** Rule 3: a name that equals the collected one is a repeat, another one goes on with it. */
  private addName(slot: Slot, name: Located | undefined): void {
    if (name === undefined || !isSomeText(name.value) || name.value === slot.name) return;
    if (slot.name !== "") {
      const message = `The name came in pieces and is read as \`${slot.name}${name.value}\`.`;
      this.notes.push({ code: "name_assembled_from_fragments", message, node: name.node });
    }
    slot.name += name.value;
    slot.nameNode ??= name.node;
  }

  private takeLegacy(call: Located<JsonObject>): void {
    const slot = this.legacy ?? new Slot(0, call.node);
    this.legacy = slot;
    slot.seen(call.node);
    this.addName(slot, fieldOf(call, "name"));
    slot.append(fieldOf(call, "arguments"));
  }
}

function legacyRaw(slot: Slot): JsonObject {
  return new Map([...(slot.name === "" ? [] : [["name", slot.name] as const]), ["arguments", slot.arguments] as const]);
}
