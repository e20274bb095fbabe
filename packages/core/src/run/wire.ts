import type { FinishedRun, RunEvent } from "../vocabulary/event.ts";
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../vocabulary/json.ts";
import type { Explanation } from "../vocabulary/reference.ts";

/** An event as a JSON value (spec 11 §6). Values of the scenario inside it stay exact. */
export function eventToJson(event: RunEvent): JsonObject {
  return recordToJson(event);
}

/** A finished run in the shape of spec 11 §2. */
export function finishedRunToJson(run: FinishedRun): JsonObject {
  return recordToJson(run);
}

/** One explained reference in the shape of spec 11 §3. */
export function explanationToJson(explanation: Explanation): JsonObject {
  return recordToJson(explanation);
}

/** The event that `eventToJson` made the value from; throws a TypeError for what is no event. */
export function eventFromJson(value: Json): RunEvent {
  const event = isJsonObject(value) ? recordFromJson(value, EVENT) : {};
  if (typeof event.seq !== "number" || typeof event.type !== "string") throw new TypeError("not an event of a run");
  return event as unknown as RunEvent;
}

/** The finished run that `finishedRunToJson` made the value from; throws a TypeError for what is none. */
export function finishedRunFromJson(value: Json): FinishedRun {
  const run = isJsonObject(value) ? recordFromJson(value, RUN) : {};
  if (typeof run.outcome !== "string") throw new TypeError("not a finished run");
  return run as unknown as FinishedRun;
}

type PlainRecord = Record<string, unknown>;

/** Our own records are plain objects and values of the scenario never are: so they are told apart. */
function isRecord(value: unknown): value is PlainRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Map);
}

function recordToJson(record: object): JsonObject {
  const json = new Map<string, Json>();
  for (const [field, value] of Object.entries(record)) {
    // A number of ours counts something, unless the field holds a value of the scenario.
    const counts = typeof value === "number" && field !== "value";
    if (value !== undefined) json.set(field, counts ? number(value) : valueToJson(value));
  }
  return json;
}

function number(value: number): Json {
  return Number.isSafeInteger(value) ? BigInt(value) : value;
}

function valueToJson(value: unknown): Json {
  if (isRecord(value)) return recordToJson(value);
  if (Array.isArray(value) && value.some(isRecord)) return value.map(valueToJson);
  if (value instanceof Map && [...value.values()].some(isRecord)) {
    return new Map([...value].map(([key, member]) => [key, valueToJson(member)]));
  }
  return value as Json;
}

/** How a field is read back: as a value of the scenario, or as a record, a list or a map of records. */
type Field = "json" | { readonly record: Shape } | { readonly list: Shape } | { readonly map: Shape };
type Shape = ReadonlyMap<string, Field>;

const shape = (fields: Record<string, Field>): Shape => new Map(Object.entries(fields));

const EXPLANATION = shape({ value: "json", hops: { list: shape({ value: "json" }) } });
const OUTCOME = shape({ entry: "json", message: "json", child_input: "json" });
const REPORT = shape({ call: "json", references: { list: EXPLANATION }, outcome: { record: OUTCOME } });
const RUN = shape({
  output: "json",
  context: "json",
  calls: { list: REPORT },
  tasks: { map: shape({ output: "json" }) },
  inspection: { record: shape({ context: "json", tasks: "json", output: "json" }) },
});
const EVENT = shape({
  // Of `calls-read`: normalised calls are values, not records.
  calls: "json",
  references: { list: EXPLANATION },
  output: "json",
  outcome: { record: OUTCOME },
  request: { record: shape({ headers: "json" }) },
  result: { record: RUN },
});

function recordFromJson(json: JsonObject, fields: Shape): PlainRecord {
  const record: PlainRecord = {};
  for (const [name, value] of json) record[name] = fieldFromJson(value, fields.get(name));
  return record;
}

function fieldFromJson(value: Json, field: Field | undefined): unknown {
  if (field === "json") return value;
  if (field === undefined) return plainFromJson(value);
  if ("record" in field) return isJsonObject(value) ? recordFromJson(value, field.record) : value;
  if ("list" in field) {
    return isJsonArray(value) ? value.map((item) => fieldFromJson(item, { record: field.list })) : value;
  }
  if (!isJsonObject(value)) return value;
  return new Map([...value].map(([key, member]) => [key, fieldFromJson(member, { record: field.map })]));
}

/** Problems, places, notes: records of ours all the way down. */
function plainFromJson(value: Json): unknown {
  if (typeof value === "bigint") return Number(value);
  if (isJsonArray(value)) return value.map(plainFromJson);
  return isJsonObject(value) ? recordFromJson(value, new Map()) : value;
}
