import type { LuaCode } from "../ports/lua.ts";
import { compile } from "./load-flow.ts";
import { REF } from "./refs.ts";
import { type Sandbox, STACK_BASE } from "./sandbox.ts";
import { REGISTRY, STATUS } from "./vm/lua-constants.ts";
import type { Snapshot } from "./vm/machine.ts";
import { pushBytes, pushText } from "./vm/text.ts";

/** Beyond this much code in the snapshot, copying it back costs more than it saves: start over. */
const MAX_CACHED_BYTES = 131_072;
/** Larger handlers are loaded for each call: their call costs far more than that. */
const MAX_HANDLER_BYTES = 32_768;
const MAX_REMEMBERED = 512;

/**
 * Handlers that were used twice stay compiled in the snapshot from which every call starts. They are found by
 * their complete code, so a changed source is another handler; no foreign code has run when they are put there.
 */
export class HandlerCache {
  readonly #sandbox: Sandbox;
  readonly #keys = new WeakMap<Uint8Array, string>();
  readonly #slots = new Map<string, bigint>();
  readonly #seen = new Set<string>();
  #base: Snapshot;
  #bytes = 0;
  #generation: number;
  /** State from which a call starts. */
  state: Snapshot;

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox;
    this.#generation = sandbox.generation;
    this.#base = sandbox.base;
    this.state = sandbox.base;
  }

  /** Readies the state; where the handler is in it, or undefined when the call has to load it. */
  prepare(code: LuaCode): bigint | undefined {
    if (this.#generation !== this.#sandbox.generation) this.#startOver();
    if (sizeOf(code) > MAX_HANDLER_BYTES) return undefined;
    const key = this.#key(code);
    const slot = this.#slots.get(key);
    if (slot !== undefined) return slot;
    if (!this.#seen.has(key)) {
      if (this.#seen.size >= MAX_REMEMBERED) this.#seen.clear();
      this.#seen.add(key);
      return undefined;
    }
    return this.#add(key, code);
  }

  #add(key: string, code: LuaCode): bigint | undefined {
    if (this.#bytes + key.length > MAX_CACHED_BYTES) this.#startOver();
    const sandbox = this.#sandbox;
    const slot = BigInt(this.#slots.size + 1);
    let loaded = false;
    const state = sandbox.derive(this.state, () => {
      const { machine, L } = sandbox;
      machine.lua.lua_rawgeti(L, REGISTRY, REF.handlers);
      loaded = pushHandler(sandbox, code) === STATUS.ok;
      machine.lua.lua_rawseti(L, STACK_BASE + 1, slot);
      machine.lua.lua_settop(L, STACK_BASE);
    });
    if (!loaded) return undefined;
    this.state = state;
    this.#slots.set(key, slot);
    this.#bytes += key.length;
    return slot;
  }

  #startOver(): void {
    this.#generation = this.#sandbox.generation;
    this.#base = this.#sandbox.base;
    this.state = this.#base;
    this.#slots.clear();
    this.#bytes = 0;
  }

  #key(code: LuaCode): string {
    if (code.kind === "source") return `${code.step}\0${code.text}`;
    const { chunk } = code.code;
    let key = this.#keys.get(chunk);
    if (key === undefined) {
      key = latin1.decode(chunk);
      this.#keys.set(chunk, key);
    }
    return key;
  }
}

function sizeOf(code: LuaCode): number {
  return code.kind === "source" ? code.text.length : code.code.chunk.length;
}

const latin1 = new TextDecoder("latin1");

/** Pushes the handler's function, or the message of why it does not compile; texts and bytes stay below it. */
export function pushHandler(sandbox: Sandbox, code: LuaCode): number {
  return code.kind === "source" ? pushSource(sandbox, code.text, code.step) : pushChunk(sandbox, code.code.chunk);
}

/** As an expression, else as a chunk (spec 04 §1). */
function pushSource(sandbox: Sandbox, text: string, step: string): number {
  const { machine, L } = sandbox;
  const top = machine.lua.lua_gettop(L);
  if (compile(sandbox, `return ${text}`, step) === STATUS.ok) return STATUS.ok;
  machine.lua.lua_settop(L, top);
  return compile(sandbox, text, step);
}

/** Bytecode that this product dumped itself; text from outside never gets here. */
function pushChunk({ machine, L }: Sandbox, chunk: Uint8Array): number {
  const { lua } = machine;
  pushBytes(machine, L, chunk);
  const bytes = lua.lua_tolstring(L, -1, 0);
  pushText(machine, L, "=handler");
  return lua.luaL_loadbufferx(L, bytes, chunk.length, lua.lua_tolstring(L, -1, 0), machine.cString("b"));
}
