import type { Clock, Random } from "../ports/host.ts";
import type { Lua } from "../ports/lua.ts";
import { checkSource } from "./check-source.ts";
import { flowState } from "./flow-state.ts";
import { HandlerCache } from "./handler-cache.ts";
import { loadFlow } from "./load-flow.ts";
import { runForeach, runHandler } from "./run-handler.ts";
import { Sandbox } from "./sandbox.ts";
import type { Snapshot } from "./vm/machine.ts";
import { compileLuaWasm, type LuaWasm } from "./vm/wasm-file.ts";

/** Between two replacements of an instance that has grown large. */
const RECYCLING_PAUSE_MS = 1000;

export interface LuaOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** In Node the installed package's file; elsewhere it must be given. */
  readonly wasm?: LuaWasm;
  /** Told when large memory was let go, so that the host can have it collected. */
  readonly onMemoryDropped?: () => void;
}

/** Lua until it is closed. */
export interface LuaInstance extends Lua {
  /** The wasm broke down and could not be replaced: end this worker. */
  readonly poisoned: boolean;
  close(): void;
}

/**
 * Starts Lua 5.4 (spec 04). Rejects when the wasm cannot be had. What comes back is synchronous and never throws on
 * account of a script: every failure is data. There is nothing to collect after an execution
 * (`IRONFLOW_LUA_GC_AFTER_EXECUTION`, spec 04 §6): the snapshot forgets everything at once.
 */
export async function createLua(options: LuaOptions): Promise<LuaInstance> {
  const module = await compileLuaWasm(options.wasm);
  return new LuaHost(module, options);
}

class LuaHost implements LuaInstance {
  #open: { readonly sandbox: Sandbox; readonly cache: HandlerCache } | undefined;
  #flowState: { generation: number; nodeTypes: readonly string[]; state: Snapshot } | undefined;
  #nextRecyclingMs = 0;
  readonly #onMemoryDropped: () => void;
  poisoned = false;

  constructor(module: WebAssembly.Module, { clock, random, onMemoryDropped = () => {} }: LuaOptions) {
    this.#onMemoryDropped = onMemoryDropped;
    const sandbox = new Sandbox(module, clock, random);
    this.#open = { sandbox, cache: new HandlerCache(sandbox) };
  }

  load: Lua["load"] = (request) =>
    this.#use((sandbox) => loadFlow(sandbox, this.#stateFor(sandbox, request.nodeTypes), request));

  run: Lua["run"] = (request) => this.#use((sandbox, cache) => runHandler(sandbox, cache, request));

  foreach: Lua["foreach"] = (request) => this.#use((sandbox, cache) => runForeach(sandbox, cache, request));

  check: Lua["check"] = (text) => this.#use((sandbox) => checkSource(sandbox, text));

  close(): void {
    this.#open = undefined;
    this.#flowState = undefined;
  }

  #use<T>(call: (sandbox: Sandbox, cache: HandlerCache) => T): T {
    if (this.#open === undefined) throw new Error("Lua is closed");
    const { sandbox, cache } = this.#open;
    try {
      this.#recycle(sandbox);
      const outcome = call(sandbox, cache);
      this.#recycle(sandbox);
      return outcome;
    } catch (error) {
      this.poisoned = true;
      throw error;
    }
  }

  /**
   * Gives large memory back. Not after every call: a series of greedy ones would make new memory faster than the
   * host takes the old one away.
   */
  #recycle(sandbox: Sandbox): void {
    if (!sandbox.isLarge) return;
    const now = sandbox.clock.monotonicMs();
    if (now < this.#nextRecyclingMs) return;
    this.#nextRecyclingMs = now + RECYCLING_PAUSE_MS;
    sandbox.replaceMachine();
    this.#onMemoryDropped();
  }

  /** The state that files with these node types are loaded in; made anew when the instance was replaced. */
  #stateFor(sandbox: Sandbox, nodeTypes: readonly string[]): Snapshot {
    const known = this.#flowState;
    if (known?.generation === sandbox.generation && isSame(known.nodeTypes, nodeTypes)) return known.state;
    const state = flowState(sandbox, nodeTypes);
    this.#flowState = { generation: sandbox.generation, nodeTypes, state };
    return state;
  }
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a === b || (a.length === b.length && a.every((type, i) => type === b[i]));
}
