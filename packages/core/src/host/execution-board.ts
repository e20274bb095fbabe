import type { SpentBudget } from "../index.ts";

/** One piece of Lua that runs now: what the watchdog has to know about it. */
export interface Execution {
  /** From 1, in the order of their beginning. */
  readonly ordinal: number;
  /** Which one it is, in the words of the run's journal. */
  readonly key: string;
  /** After this time the hook should have ended it; infinite when no budget stands. */
  readonly budgetMs: number;
  /** The budget that ends first. */
  readonly budget: SpentBudget;
}

/** The worker's side: says what runs, asks whether the run was cancelled. */
export interface BoardWriter {
  begin(key: string, budgetMs: number, budget: SpentBudget): void;
  end(): void;
  cancelled(): boolean;
}

/** The watchdog's side. */
export interface BoardReader {
  /** Undefined while no Lua runs. */
  current(): Execution | undefined;
  cancel(): void;
  /** Before a new run. */
  reset(): void;
}

const CANCELLED = 0;
const RUNNING = 1;
const KEY_LENGTH = 2;
const BUDGET = 3;
const WORDS = 4;
const BUDGET_MS_AT = 16;
const KEY_AT = 24;
/** UTF-16 units of a key that find room. */
const KEY_CAPACITY = 2048;
const BUDGETS: readonly SpentBudget[] = ["time-budget", "deadline", "memory"];

/** A key as it fits on the board: whoever compares keys compares these. */
export function boardKey(key: string): string {
  return key.slice(0, KEY_CAPACITY);
}

/** Shared memory for one worker's board. */
export function newBoardMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(KEY_AT + 2 * KEY_CAPACITY);
}

/** Writes to shared memory: to be looked at costs the worker nothing. */
export function sharedBoardWriter(memory: SharedArrayBuffer): BoardWriter {
  const words = new Int32Array(memory, 0, WORDS);
  const milliseconds = new Float64Array(memory, BUDGET_MS_AT, 1);
  const units = new Uint16Array(memory, KEY_AT, KEY_CAPACITY);
  let ordinal = 0;
  return {
    begin(key, budgetMs, budget) {
      const length = Math.min(key.length, KEY_CAPACITY);
      for (let i = 0; i < length; i++) units[i] = key.charCodeAt(i);
      words[KEY_LENGTH] = length;
      words[BUDGET] = BUDGETS.indexOf(budget);
      milliseconds[0] = budgetMs;
      ordinal++;
      Atomics.store(words, RUNNING, ordinal);
    },
    end: () => void Atomics.store(words, RUNNING, 0),
    cancelled: () => Atomics.load(words, CANCELLED) !== 0,
  };
}

/** Reads the same memory: exact once the worker stands still, and near enough while it runs. */
export function sharedBoardReader(memory: SharedArrayBuffer): BoardReader {
  const words = new Int32Array(memory, 0, WORDS);
  const milliseconds = new Float64Array(memory, BUDGET_MS_AT, 1);
  const units = new Uint16Array(memory, KEY_AT, KEY_CAPACITY);
  return {
    current() {
      const ordinal = Atomics.load(words, RUNNING);
      if (ordinal === 0) return undefined;
      return {
        ordinal,
        key: String.fromCharCode(...units.subarray(0, words[KEY_LENGTH])),
        budgetMs: milliseconds[0] ?? Number.POSITIVE_INFINITY,
        budget: BUDGETS[words[BUDGET] ?? 0] ?? "time-budget",
      };
    },
    cancel: () => void Atomics.store(words, CANCELLED, 1),
    reset() {
      Atomics.store(words, CANCELLED, 0);
      Atomics.store(words, RUNNING, 0);
    },
  };
}

/** Where memory cannot be shared, each beginning and end is a message, and no cancel is seen while Lua runs. */
export function postingBoardWriter(post: (execution: Execution | undefined) => void): BoardWriter {
  let ordinal = 0;
  return {
    begin: (key, budgetMs, budget) => post({ ordinal: ++ordinal, key: boardKey(key), budgetMs, budget }),
    end: () => post(undefined),
    cancelled: () => false,
  };
}
