import type { Json, JsonObject } from "../vocabulary/json.ts";
import { JsonSizes } from "./json-sizes.ts";

/** A task's output as a finished run shows it: as a whole a marker when it is larger than the limit (spec 08 §2). */
export function inspectOutput(output: JsonObject, limitBytes: number, sizes = new JsonSizes()): JsonObject {
  if (sizes.isWithin(output, limitBytes)) return output;
  return marker(limitBytes, "The output was omitted from the task history");
}

/** A final context as shown: each value larger than the limit is a marker, the others stay (spec 08 §2). */
export function inspectContext(context: JsonObject, limitBytes: number, sizes = new JsonSizes()): JsonObject {
  const shown = new Map<string, Json>();
  for (const [key, value] of context) shown.set(key, inspectValue(value, limitBytes, sizes));
  return shown;
}

/** One value of a context as shown. */
export function inspectValue(value: Json, limitBytes: number, sizes = new JsonSizes()): Json {
  if (sizes.isWithin(value, limitBytes)) return value;
  return marker(limitBytes, "The value was omitted from the final context");
}

function marker(limitBytes: number, what: string): JsonObject {
  return new Map<string, Json>([
    ["_truncated", true],
    ["_minimum_bytes", BigInt(limitBytes) + 1n],
    ["_limit_bytes", BigInt(limitBytes)],
    [
      "_note",
      `${what}: it is larger than IRONFLOW_MAX_TASK_OUTPUT_BYTES allows. Later steps still get the whole of it.`,
    ],
  ]);
}
