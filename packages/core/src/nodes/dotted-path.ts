import { isJsonObject, type Json, type JsonObject } from "../vocabulary/json.ts";

/** What stands at names split at dots, each a field of an object; arrays have no positions here (spec 07 §2). */
export function atDottedPath(context: JsonObject, path: string): Json | undefined {
  let current: Json | undefined = context;
  for (const name of path.split(".")) {
    current = isJsonObject(current) ? current.get(name) : undefined;
  }
  return current;
}

/** The same for a path that may begin with `ctx.`. */
export function atContextPath(context: JsonObject, path: string): Json | undefined {
  return atDottedPath(context, path.startsWith("ctx.") ? path.slice("ctx.".length) : path);
}
