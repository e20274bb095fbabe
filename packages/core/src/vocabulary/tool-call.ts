import type { JsonObject } from "./json.ts";

/**
 * A normalised tool call (spec 01 §2–3): `id`, `index`, `type`, `name`, `raw_arguments`, `arguments`,
 * `raw_call`. A call that arrived already normalised is used as it is, so any field may be missing or of
 * another type: read it through the accessors of `normalise/`.
 */
export type ToolCall = JsonObject;
