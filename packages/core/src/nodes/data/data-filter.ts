import { jsonEquals } from "../../json/json-equals.ts";
import { isJsonObject, type Json } from "../../vocabulary/json.ts";
import { defineNode } from "../define-node.ts";

/** The members of an array whose field fits (spec 07 §5). */
export const dataFilter = defineNode("data_filter", ({ settings }) => {
  const items = settings.source().asArray();
  const field = settings.text("field");
  const fits = predicate(settings.text("op"), settings.value("value"));
  const outputKey = settings.text("output_key");
  const kept = items.filter((item) => fits(isJsonObject(item) ? item.get(field) : undefined));
  return [
    [outputKey, kept],
    [`${outputKey}_count`, BigInt(kept.length)],
  ];
});

type Predicate = (field: Json | undefined) => boolean;

/** Without `value`, or for a member without the field, only the two ops that ask for existence can fit. */
function predicate(op: string, value: Json | undefined): Predicate {
  if (op === "exists") return exists;
  if (op === "not_exists") return (field) => !exists(field);
  const compare = COMPARISONS.get(op);
  if (compare === undefined || value === undefined) return () => false;
  return (field) => field !== undefined && compare(field, value);
}

function exists(field: Json | undefined): boolean {
  return field !== undefined && field !== null;
}

const COMPARISONS: ReadonlyMap<string, (field: Json, value: Json) => boolean> = new Map([
  ["eq", (field, value) => jsonEquals(field, value)],
  ["neq", (field, value) => !jsonEquals(field, value)],
  ["gt", ordered((field, value) => field > value)],
  ["lt", ordered((field, value) => field < value)],
  ["gte", ordered((field, value) => field >= value)],
  ["lte", ordered((field, value) => field <= value)],
  ["contains", (field, value) => typeof field === "string" && typeof value === "string" && field.includes(value)],
]);

type Numeric = bigint | number;

function ordered(compare: (field: Numeric, value: Numeric) => boolean): (field: Json, value: Json) => boolean {
  return (field, value) => isNumeric(field) && isNumeric(value) && compare(field, value);
}

function isNumeric(value: Json): value is Numeric {
  return typeof value === "bigint" || typeof value === "number";
}
