import type { Journal, LuaOutcome } from "../ports/journal.ts";
import type { LoadOutcome, Lua } from "../ports/lua.ts";

/** Lua whose executions are looked up in the journal first and written to it. */
export function journaled(lua: Lua, journal: Journal, key: string): Lua {
  const through = <T extends LuaOutcome>(kind: string, execute: () => T): T => {
    const name = `${key}:${kind}`;
    const known = journal.recall(name);
    if (known !== undefined) return known as T;
    journal.began(name);
    const outcome = execute();
    journal.ended(name, outcome);
    return outcome;
  };
  return {
    load: (request) => through<LoadOutcome>("load", () => lua.load(request)),
    check: (text) => lua.check(text),
    run: (request) => through("run", () => lua.run(request)),
    foreach: (request) => through("foreach", () => lua.foreach(request)),
  };
}
