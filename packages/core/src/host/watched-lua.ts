import type { Clock, Lua, LuaGrant, SpentBudget, WorkGuard } from "../index.ts";
import type { BoardWriter } from "./execution-board.ts";
import type { RunJournal } from "./run-journal.ts";

export interface Watch {
  readonly board: BoardWriter;
  readonly journal: RunJournal;
  readonly clock: Clock;
  /** Called before Lua takes the thread, for as long as it likes. */
  readonly beforeLua: () => void;
}

/** Lua that a watchdog in another thread can see and end. */
export function watchLua(lua: Lua, watch: Watch): Lua {
  const through = <R extends LuaGrant, T>(kind: string, request: R, execute: (request: R) => T): T => {
    watch.beforeLua();
    const key = watch.journal.current(kind);
    const spent = watch.journal.spent(key);
    const { budgetMs, budget } = firstBudget(request, watch.clock);
    watch.board.begin(key, budgetMs, budget);
    try {
      return execute(spent === undefined ? request : { ...request, spent });
    } finally {
      watch.board.end();
    }
  };
  return {
    load: (request) => through("load", request, lua.load),
    check: (text) => lua.check(text),
    run: (request) => through("run", request, lua.run),
    foreach: (request) => through("foreach", request, lua.foreach),
  };
}

/** Work of nodes that the same watchdog can see and end; after that it is not begun again. */
export function watchWork(watch: Watch): WorkGuard {
  return (name, budgets, work) => {
    const key = watch.journal.work(name);
    const spent = watch.journal.spent(key);
    if (spent !== undefined) return { ok: false, spent };
    watch.beforeLua();
    const { budgetMs, budget } = firstBudget(budgets, watch.clock);
    watch.board.begin(key, budgetMs, budget);
    try {
      return { ok: true, value: work() };
    } finally {
      watch.board.end();
    }
  };
}

/** The budget that ends first: Lua's own time or the step's. */
function firstBudget(
  { limits, deadlineMs }: Pick<LuaGrant, "limits" | "deadlineMs">,
  clock: Clock,
): { budgetMs: number; budget: SpentBudget } {
  const timeMs = limits.luaMaxSeconds > 0 ? limits.luaMaxSeconds * 1000 : Number.POSITIVE_INFINITY;
  const stepMs = deadlineMs === undefined ? Number.POSITIVE_INFINITY : Math.max(0, deadlineMs - clock.monotonicMs());
  return stepMs < timeMs ? { budgetMs: stepMs, budget: "deadline" } : { budgetMs: timeMs, budget: "time-budget" };
}
