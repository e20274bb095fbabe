import type { Json } from "../../vocabulary/json.ts";
import type { SourceNode } from "../../vocabulary/source.ts";
import { type CallFields, type FoundCall, foundCall, type Note, withFields } from "../found.ts";
import type { Located } from "../located.ts";

/** A call that a stream gives in fragments. */
export class Slot {
  id: Located | undefined;
  name = "";
  nameNode: SourceNode | undefined;
  /** The arguments' text so far; a value where the stream gave one at once. */
  text = "";
  value: Json | undefined;
  /** The text is the final one, or the stream said that the call ends. */
  ended = false;
  /** Order among the calls of the answer. */
  readonly order: number;
  private start: SourceNode;
  private last: SourceNode;
  private argumentNodes: SourceNode[] = [];

  constructor(order: number, node: SourceNode) {
    this.order = order;
    this.start = node;
    this.last = node;
  }

  /** The whole name; what is no text, or an empty one, is none. */
  named(name: Located | undefined): void {
    if (!isSomeText(name?.value)) return;
    this.name = name.value;
    this.nameNode = name.node;
  }

  /** A fragment of the arguments; text is appended, a value stands for itself. */
  append(fragment: Located | undefined): void {
    if (fragment === undefined || fragment.value === null) return;
    if (typeof fragment.value === "string") this.text += fragment.value;
    else this.value = fragment.value;
    if (fragment.value !== "") this.argumentNodes.push(fragment.node);
  }

  /** The final text, which takes the place of what was collected. */
  replace(final: Located | undefined): void {
    if (final === undefined) return;
    this.text = "";
    this.argumentNodes = [];
    this.append(final);
    this.ended = true;
  }

  seen(node: SourceNode): void {
    this.last = node;
  }

  get node(): SourceNode {
    return { range: { start: this.start.range.start, end: this.last.range.end } };
  }

  get fields(): CallFields {
    const [only] = this.argumentNodes;
    return {
      id: this.id,
      name: this.nameNode === undefined ? undefined : { value: this.name, node: this.nameNode },
      ...(only !== undefined && this.argumentNodes.length === 1 ? { arguments: { value: null, node: only } } : {}),
    };
  }

  /** Arguments as they were given; JSON text may hold half a surrogate pair only as an escape. */
  get arguments(): Json {
    return this.value ?? escapeHalves(this.text);
  }
}

/** Text whose halves of surrogate pairs never met keeps them as the escapes that they were. */
function escapeHalves(text: string): string {
  if (text.isWellFormed()) return text;
  return text.replace(
    /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
    (half) => `\\u${half.charCodeAt(0).toString(16)}`,
  );
}

/** The call as OpenAI Chat would have given it at once; the node reads that by itself. */
export function chatCallOf(slot: Slot): FoundCall {
  const inner = new Map<string, Json>([
    ...(slot.name === "" ? [] : [["name", slot.name] as const]),
    ["arguments", slot.arguments],
  ]);
  const id = slot.id?.value;
  const raw = new Map<string, Json>([
    ...(typeof id === "string" ? [["id", id] as const] : []),
    ["type", "function"],
    ["function", inner],
  ]);
  const { parts } = callOf(slot, raw, "text");
  return { raw, node: withFields(slot.node, slot.fields), asIs: true, parts };
}

/** The call with the given raw form, in which nothing of the stream is lost that matters. */
export function callOf(slot: Slot, raw: Json, kind: "text" | "value"): FoundCall {
  const found = foundCall(
    { value: raw, node: slot.node },
    {
      id: slot.id,
      ...(slot.name === "" ? {} : { name: { value: slot.name, node: slot.nameNode ?? slot.node } }),
      arguments: { value: slot.arguments, node: slot.node },
    },
    kind,
  );
  return { ...found, node: withFields(slot.node, slot.fields) };
}

/** A stream that stops in the middle of a call. */
export function incomplete(slot: Slot): Note {
  return {
    code: "stream_incomplete",
    message: "The stream ends in the middle of this call; its arguments may be cut off.",
    node: slot.node,
  };
}

export function isSomeText(value: Json | undefined): value is string {
  return typeof value === "string" && value !== "";
}
