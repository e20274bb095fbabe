import type { NetworkOutcome } from "./host.ts";
import type { ForeachOutcome, HandlerOutcome, LoadOutcome } from "./lua.ts";

export type LuaOutcome = HandlerOutcome | ForeachOutcome | LoadOutcome;

/**
 * What a host keeps of the Lua executions of one run, so that it can run the scenario again in a fresh worker after it
 * had to kill one: what finished is recalled, and the execution that was killed fails. A key names an execution the
 * same way in every run of one scenario: run path, step and attempt.
 */
export interface Journal {
  /** The recorded outcome; undefined: execute it. */
  recall(key: string): LuaOutcome | undefined;
  began(key: string): void;
  ended(key: string, outcome: LuaOutcome): void;
  /** The answer that a request got before, else what `ask` brings: nothing is sent twice because a worker was lost. */
  answer(key: string, ask: () => Promise<NetworkOutcome>): Promise<NetworkOutcome>;
}
