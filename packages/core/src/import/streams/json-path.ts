import { isJsonArray, isJsonObject, type Json } from "../../vocabulary/json.ts";

/** Arrays grow by what is named; nobody names an index far beyond. */
const LARGEST_INDEX = 10_000;

/** `$.a.b[0]['c']` as its steps; undefined when it is no such path. */
function stepsOf(path: string): readonly (string | number)[] | undefined {
  const step = /\.([^.[\]]+)|\[(\d+)\]|\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\]/y;
  step.lastIndex = path.startsWith("$") ? 1 : 0;
  const steps: (string | number)[] = [];
  while (step.lastIndex < path.length) {
    const found = step.exec(path);
    if (found === null) return undefined;
    const [, name, index, single, double] = found;
    if (index !== undefined) steps.push(Number(index));
    else steps.push(name ?? (single ?? double ?? "").replace(/\\(.)/g, "$1"));
  }
  return steps;
}

/** Sets the value at a JSON path below `root`; a string that is there already goes on. Other paths change nothing. */
export function assignPath(root: Map<string, Json>, path: string, value: Json): void {
  const steps = stepsOf(path);
  const last = steps?.at(-1);
  if (steps === undefined || last === undefined) return;
  let at: Json = root;
  for (const [position, step] of steps.slice(0, -1).entries()) {
    const made: Json = typeof steps[position + 1] === "number" ? [] : new Map<string, Json>();
    const next: Json | undefined = read(at, step) ?? made;
    if (!write(at, step, next)) return;
    at = next;
  }
  const before = read(at, last);
  write(at, last, typeof before === "string" && typeof value === "string" ? before + value : value);
}

function read(container: Json, step: string | number): Json | undefined {
  if (typeof step === "number") return isJsonArray(container) ? container[step] : undefined;
  return isJsonObject(container) ? container.get(step) : undefined;
}

function write(container: Json, step: string | number, value: Json): boolean {
  if (typeof step === "number") {
    if (!isJsonArray(container) || step > Math.min(container.length, LARGEST_INDEX)) return false;
    (container as Json[])[step] = value;
    return true;
  }
  if (!isJsonObject(container)) return false;
  (container as Map<string, Json>).set(step, value);
  return true;
}
