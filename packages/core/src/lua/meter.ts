import type { Clock } from "../ports/host.ts";
import type { LuaFailureCause, LuaGrant } from "../ports/lua.ts";
import type { Limits } from "../vocabulary/limits.ts";
import { MASK_COUNT } from "./vm/lua-constants.ts";
import type { Machine } from "./vm/machine.ts";

/** Instructions between two looks of the hook, as long as no single instruction can take long. */
export const WINDOW = 1000;
/** Steps of library functions that weigh as much as one instruction. */
const STEPS_PER_INSTRUCTION = 32;
/** Library steps between two looks at the clock. */
const STEPS_PER_CHECK = 16_384;
/** Bytes that one window of instructions may have to go through: some tens of milliseconds. */
const BYTES_PER_WINDOW = 50_000_000;

/**
 * Thrown when a budget is used up. It is no Lua error, so no `pcall`, `xpcall` or `__close` sees it: it leaves Lua
 * altogether, and the state it leaves behind is never used again.
 */
export class BudgetSpent {
  readonly cause: LuaFailureCause;
  readonly text: string;

  constructor(cause: LuaFailureCause, text: string) {
    this.cause = cause;
    this.text = text;
  }
}

/**
 * The budgets of one call (spec 04 §6): instructions through the hook, steps of library functions that no hook
 * interrupts, time, the step's deadline, a cancelled run, memory.
 */
export class Meter {
  readonly #clock: Clock;
  #machine: Machine | undefined;
  #L = 0;
  #limits: Limits | undefined;
  #cancelled: () => boolean = () => false;
  #instructionsLeft = 0;
  #stepsLeft = 0;
  #stepsToCheck = STEPS_PER_CHECK;
  #window = WINDOW;
  #outsideBytesLeft = 0;
  #timeEndMs = 0;
  #deadlineMs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Starts the budgets. The state's hook must stand at {@link WINDOW} instructions. */
  begin(machine: Machine, L: number, grant: LuaGrant): void {
    const { limits } = grant;
    this.#machine = machine;
    this.#L = L;
    this.#limits = limits;
    this.#cancelled = grant.cancelled;
    this.#instructionsLeft = wholeIntervals(limits);
    this.#stepsLeft = this.#instructionsLeft * STEPS_PER_INSTRUCTION;
    this.#stepsToCheck = STEPS_PER_CHECK;
    const now = this.#clock.monotonicMs();
    this.#timeEndMs = limits.luaMaxSeconds > 0 ? now + limits.luaMaxSeconds * 1000 : Number.POSITIVE_INFINITY;
    this.#deadlineMs = grant.deadlineMs ?? Number.POSITIVE_INFINITY;
    this.#window = WINDOW;
    this.#setWindow(this.#instructionsLeft);
    this.#limitMemory(machine, limits.luaMaxMemoryBytes);
    if (grant.spent === "time-budget") this.#timeEndMs = now;
    if (grant.spent === "deadline") this.#deadlineMs = now;
    if (grant.spent === "memory") throw this.memorySpent();
    this.#check(now);
  }

  /** Nothing is metered until the next call begins; lets go of the instance of the last one. */
  rest(): void {
    this.#machine = undefined;
    this.#outsideBytesLeft = MAX_BYTES;
  }

  /** Called by Lua's count hook. */
  hook(): void {
    this.#instructionsLeft -= this.#window;
    if (this.#instructionsLeft <= 0) throw this.#instructionsSpent();
    this.checkClock();
    this.#setWindow(this.#instructionsLeft);
  }

  /** Counts work inside a library function, before or while it is done. */
  charge(steps: number): void {
    this.#stepsLeft -= steps;
    if (this.#stepsLeft < 0) throw this.#instructionsSpent();
    this.#stepsToCheck -= steps;
    if (this.#stepsToCheck > 0) return;
    this.#stepsToCheck = STEPS_PER_CHECK;
    this.checkClock();
  }

  checkClock(): void {
    if (this.#machine === undefined) return;
    this.#check(this.#clock.monotonicMs());
  }

  /**
   * Counts bytes that the call makes the host keep: results, lines of its log, names of steps. They have a budget
   * as large as Lua's own memory, or a small table could name a large string a million times.
   */
  hold(bytes: number): void {
    this.#outsideBytesLeft -= bytes;
    if (this.#outsideBytesLeft < 0) throw this.memorySpent();
  }

  /** What {@link hold} still allows. */
  get outsideBytesLeft(): number {
    return this.#outsideBytesLeft;
  }

  /** The first refusal makes Lua collect its garbage and ask again; a second one in a row ends the call. */
  refuse(block: number, oldSize: number, newSize: number): number {
    if (newSize >>> 0 <= oldSize >>> 0) return block;
    const machine = this.#machine;
    if (machine === undefined) return 0;
    if (machine.refused) throw this.memorySpent();
    machine.refused = true;
    return 0;
  }

  /** A large string makes single instructions slow: comparing, joining, converting. The hook looks more often. */
  large(size: number): void {
    this.checkClock();
    this.#setWindow(Math.floor(BYTES_PER_WINDOW / (size >>> 0)));
  }

  memorySpent(): BudgetSpent {
    const limit = this.#limits?.luaMaxMemoryBytes ?? 0;
    return new BudgetSpent("memory", `not enough memory${limit > 0 ? ` (budget of ${limit} bytes)` : ""}`);
  }

  #check(now: number): void {
    if (this.#cancelled()) throw new BudgetSpent("cancelled", "step execution cancelled");
    if (now >= this.#deadlineMs) throw new BudgetSpent("deadline", "step deadline exceeded");
    if (now < this.#timeEndMs) return;
    throw new BudgetSpent("time-budget", `Lua execution exceeded time budget of ${this.#limits?.luaMaxSeconds}s`);
  }

  #instructionsSpent(): BudgetSpent {
    const limit = this.#limits?.luaMaxInstructions;
    return new BudgetSpent("instruction-budget", `Lua execution exceeded instruction budget of ${limit}`);
  }

  /** Windows only shrink, so a script cannot keep the hook away by making it start over. */
  #setWindow(instructions: number): void {
    const window = Math.max(1, instructions);
    if (window >= this.#window) return;
    this.#window = window;
    this.#machine?.lua.lua_sethook(this.#L, this.#machine.hookIndex, MASK_COUNT, window);
  }

  #limitMemory(machine: Machine, budgetBytes: number): void {
    const isLimited = budgetBytes > 0;
    machine.limitBytes = isLimited ? Math.min(machine.usedBytes + budgetBytes, MAX_BYTES) : MAX_BYTES;
    machine.refused = false;
    this.#outsideBytesLeft = isLimited ? budgetBytes : MAX_BYTES;
    machine.maxMemoryBytes = isLimited ? Math.max(2 * budgetBytes, MIN_MEMORY_BYTES) : MAX_MEMORY_BYTES;
  }
}

const MAX_BYTES = 0xffff_ffff;
const MIN_MEMORY_BYTES = 64 * 2 ** 20;
const MAX_MEMORY_BYTES = 2 ** 31;

/** Instructions after which the hook fails: the limit rounded up to whole intervals (spec 04 §6). */
function wholeIntervals({ luaMaxInstructions, luaHookInterval }: Limits): number {
  if (luaMaxInstructions <= 0) return Number.POSITIVE_INFINITY;
  const interval = Math.max(1, luaHookInterval);
  return Math.ceil(luaMaxInstructions / interval) * interval;
}
