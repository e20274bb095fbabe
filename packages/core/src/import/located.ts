import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../vocabulary/json.ts";
import type { SourceNode } from "../vocabulary/source.ts";

/** A value of a pasted text and where it stands there. */
export interface Located<T extends Json = Json> {
  readonly value: T;
  readonly node: SourceNode;
}

/** The object's field, when it is there. */
export function fieldOf(parent: Located<JsonObject>, key: string): Located | undefined {
  const value = parent.value.get(key);
  return value === undefined ? undefined : { value, node: parent.node.members?.get(key) ?? parent.node };
}

export function objectField(parent: Located<JsonObject>, key: string): Located<JsonObject> | undefined {
  const field = fieldOf(parent, key);
  return field !== undefined && isJsonObject(field.value) ? { value: field.value, node: field.node } : undefined;
}

/** All items of an array; nothing when it is no array. */
export function itemsOf(located: Located | undefined): readonly Located[] {
  if (located === undefined || !isJsonArray(located.value)) return [];
  return located.value.map((value, index) => ({ value, node: located.node.members?.get(index) ?? located.node }));
}

/** The objects among the items of an array; nothing when it is no array. */
export function objectsIn(located: Located | undefined): readonly Located<JsonObject>[] {
  return itemsOf(located).flatMap(({ value, node }) => (isJsonObject(value) ? [{ value, node }] : []));
}

/** The objects of a field that holds an array. */
export function objectsAt(parent: Located<JsonObject>, key: string): readonly Located<JsonObject>[] {
  return objectsIn(fieldOf(parent, key));
}

export function textField({ value }: Located<JsonObject>, key: string): string | undefined {
  const text = value.get(key);
  return typeof text === "string" ? text : undefined;
}

/** The field as a place in the text, when it holds a string. */
export function spokenField(parent: Located<JsonObject>, key: string): readonly Located<string>[] {
  const field = fieldOf(parent, key);
  return field !== undefined && typeof field.value === "string" ? [{ value: field.value, node: field.node }] : [];
}
