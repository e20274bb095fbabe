import { compactJson } from "../json/print-json.ts";
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../vocabulary/json.ts";
import { collectSecrets } from "./collect-secrets.ts";

/** Something that a person should know about one secret. Messages hold its field names and no other text of it. */
export interface SecretWarning {
  /** The overlay's key. */
  readonly key: string;
  readonly code: "short-secret" | "hides-keys" | "secret-in-context";
  /** One sentence. */
  readonly message: string;
}

const SHORTEST_SAFE = 4;

/** Keys that a run cannot do without: a secret text inside one of them takes it away (spec 06 §4). */
const NEEDED_KEYS = [
  "tool_result_value",
  "tool_result_text",
  "tool_call",
  "tool_name",
  "tool_arguments",
  "tool_call_id",
  "tool_call_index",
  "success",
  "id",
  "name",
  "arguments",
  "flow",
  "result",
  "content",
  "error",
  "role",
];

/** Secrets that hide more than they should, or that stand in the context too, where nothing protects them. */
export function checkSecrets(secrets: JsonObject, context: JsonObject): SecretWarning[] {
  const contextText = compactJson(context);
  return [...secrets].flatMap(([key, value]) => [
    ...shortSecret(key, value),
    ...hiddenKeys(key, value),
    ...secretInContext(key, value, contextText),
  ]);
}

function shortSecret(key: string, value: Json): SecretWarning[] {
  const shortest = Math.min(...collectSecrets(new Map([[key, value]])).map((text) => text.length));
  if (shortest >= SHORTEST_SAFE) return [];
  const length = shortest === 1 ? "one character" : `${shortest} characters`;
  const message = `A secret text of \`${key}\` has only ${length}: whatever contains it is hidden as well.`;
  return [{ key, code: "short-secret", message }];
}

function hiddenKeys(key: string, value: Json): SecretWarning[] {
  const texts = collectSecrets(new Map([[key, value]]));
  const hidden = NEEDED_KEYS.filter((needed) => texts.some((text) => needed.includes(text)));
  const [first] = hidden;
  if (first === undefined) return [];
  const name = fieldNames(value).find((field) => field !== "" && first.includes(field));
  const what = name === undefined ? "A secret text" : `The field name \`${name}\``;
  const keys = name === undefined ? "keys that every run needs" : `keys that every run needs, such as \`${first}\``;
  return [{ key, code: "hides-keys", message: `${what} of \`${key}\` counts as a secret and takes away ${keys}.` }];
}

function secretInContext(key: string, value: Json, contextText: string): SecretWarning[] {
  const texts = collectSecrets(new Map([[key, withoutNames(value)]]));
  if (!texts.some((text) => text.length >= SHORTEST_SAFE && contextText.includes(text))) return [];
  const message = `A secret text of \`${key}\` also stands in the context, which is stored and shared.`;
  return [{ key, code: "secret-in-context", message }];
}

function fieldNames(value: Json): string[] {
  if (isJsonArray(value)) return value.flatMap(fieldNames);
  return isJsonObject(value) ? [...value].flatMap(([name, member]) => [name, ...fieldNames(member)]) : [];
}

/** Field names count as secrets, and still are no reason to warn about the same name in the context. */
function withoutNames(value: Json): Json {
  if (isJsonArray(value)) return value.map(withoutNames);
  return isJsonObject(value) ? [...value.values()].map(withoutNames) : value;
}
