import { isJsonArray, isJsonObject, type Json } from "@tool-dispatch/core";

/** A completion of a path: the next segment, and what stands there. */
export interface PathStep {
  readonly segment: string;
  readonly value: Json;
}

const MOST_STEPS = 200;

/** The members of a value, as segments of a reference; those that no reference can name are left out. */
export function stepsInto(value: Json): readonly PathStep[] {
  if (isJsonArray(value)) {
    return value.slice(0, MOST_STEPS).map((item, index) => ({ segment: String(index), value: item }));
  }
  if (!isJsonObject(value)) return [];
  const steps: PathStep[] = [];
  for (const [segment, member] of value) {
    if (steps.length === MOST_STEPS) break;
    if (segment !== "" && !segment.includes(".")) steps.push({ segment, value: member });
  }
  return steps;
}

/** The value at a path of segments; undefined where it leads nowhere. */
export function valueAt(root: Json, path: readonly string[]): Json | undefined {
  let value: Json | undefined = root;
  for (const segment of path) {
    if (value === undefined) return undefined;
    if (isJsonArray(value)) value = value[Number(segment)];
    else value = isJsonObject(value) ? value.get(segment) : undefined;
  }
  return value;
}

/** The members of several values, each segment once, with the first value that has it. */
export function stepsIntoAll(values: readonly Json[]): readonly PathStep[] {
  const steps = new Map<string, PathStep>();
  for (const value of values) {
    for (const step of stepsInto(value)) if (!steps.has(step.segment)) steps.set(step.segment, step);
  }
  return [...steps.values()];
}
