import type { Clock, Random } from "../ports/host.ts";
import type { LuaGrant } from "../ports/lua.ts";
import type { FlowPlace } from "../vocabulary/event.ts";
import type { Json, JsonObject } from "../vocabulary/json.ts";
import { checkLayout } from "./check-layout.ts";
import { FlowDrafts } from "./flow-drafts.ts";
import { FUNCTIONS } from "./library/functions.ts";
import { Meter, WINDOW } from "./meter.ts";
import { openLibraries, pushFunction } from "./open-libraries.ts";
import { JsonPusher, READY_KEYS } from "./push-json.ts";
import { Randomness } from "./randomness.ts";
import { JsonReader } from "./read-json.ts";
import { REF } from "./refs.ts";
import { MASK_COUNT, REGISTRY } from "./vm/lua-constants.ts";
import { Machine, MachineFault, type Snapshot } from "./vm/machine.ts";
import { pushText, readText } from "./vm/text.ts";

/** Memory above which an instance is replaced once its call has ended: wasm memory never shrinks. */
const KEEP_MEMORY_BYTES = 32 * 2 ** 20;
/** What a kept text costs besides its bytes. */
const KEPT_BYTES = 64;

// What lies on the stack from which every call starts.
/** Handles errors that nobody catches. */
export const MESSAGE_HANDLER = 1;
const GLOBALS = 2;
const CTX = 3;
const READY: ReadonlyMap<string, number> = new Map(READY_KEYS.map((key, i) => [key, CTX + 1 + i]));
/** Its top. */
export const STACK_BASE = CTX + READY_KEYS.length;
/** Slots above it that a call never has to ask for. */
const FREE_SLOTS = 40;

/**
 * One hardened Lua state and what a call in progress may use. Between calls it does not exist: each call starts by
 * writing a memory snapshot over whatever the last one left.
 */
export class Sandbox {
  readonly clock: Clock;
  readonly random: Random;
  readonly meter: Meter;
  readonly drafts = new FlowDrafts();
  machine: Machine;
  readonly reader: JsonReader;
  readonly pusher: JsonPusher;
  L = 0;
  /** Counts instances: snapshots belong to one of them. */
  generation = 0;
  #isPure = true;
  /** Where the error that is on its way out was raised, when Lua knows. */
  raisedAt: FlowPlace | undefined;
  /** The empty state; others build on it. Belongs to the present machine. */
  base: Snapshot;
  readonly #luaModule: WebAssembly.Module;
  readonly #randomness: Randomness;
  #grant: LuaGrant | undefined;
  #dumped: Uint8Array[] = [];

  constructor(luaModule: WebAssembly.Module, clock: Clock, random: Random) {
    this.#luaModule = luaModule;
    this.clock = clock;
    this.random = random;
    this.meter = new Meter(clock);
    this.#randomness = new Randomness(random.seed());
    this.machine = this.#newMachine();
    this.reader = new JsonReader(this.machine, this.meter);
    this.pusher = new JsonPusher(this.machine, () => this.meter.checkClock());
    this.base = this.#boot();
  }

  /** Replaces the instance: after a fault, or when its memory has grown large. Snapshots of the old one are void. */
  replaceMachine(): void {
    this.machine = this.#newMachine();
    this.generation += 1;
    this.base = this.#boot();
  }

  /** Nothing was read that changes, no random number drawn and nothing logged since the call began. */
  get isPure(): boolean {
    return this.#isPure && !this.#randomness.wasUsed(this.machine);
  }

  /** The call read something that changes, or wrote where others see it. */
  touchOutside(): void {
    this.#isPure = false;
  }

  /** What the call in progress may use. */
  get grant(): LuaGrant {
    if (this.#grant === undefined) throw new Error("No call is in progress");
    return this.#grant;
  }

  get isLarge(): boolean {
    return this.machine.memoryBytes > KEEP_MEMORY_BYTES;
  }

  /** Everything of the last call is gone after this; the budgets of the next one run. */
  begin(snapshot: Snapshot, grant: LuaGrant): void {
    this.machine.restore(snapshot);
    this.#grant = grant;
    this.#isPure = true;
    this.#randomness.reseed(this.machine);
    this.raisedAt = undefined;
    this.meter.begin(this.machine, this.L, grant);
  }

  /** Restores a state to work on without budgets; no foreign code may run until the next call begins. */
  beginUnmetered(snapshot: Snapshot): void {
    this.meter.rest();
    this.machine.restore(snapshot);
    this.machine.limitBytes = 0xffff_ffff;
  }

  /** Prepares a snapshot: `build` works on another one, unmetered. */
  derive(from: Snapshot, build: () => void): Snapshot {
    this.beginUnmetered(from);
    build();
    return this.#collectAndTake();
  }

  /** Text of a string that the host will keep, counted before it is made. */
  keptText(L: number, index: number): string {
    this.meter.hold(KEPT_BYTES + Number(this.machine.lua.lua_rawlen(L, index)));
    return readText(this.machine, L, index);
  }

  /** A result that the host will keep. */
  keptValue(L: number, index: number, root?: string): Json {
    const value = this.reader.read(L, index, this.grant.limits, root);
    this.meter.hold(this.reader.bytesRead);
    return value;
  }

  pushArrayMark = (L: number): void => {
    this.machine.lua.lua_rawgeti(L, REGISTRY, REF.arrayMark);
  };

  pushObjectMark = (L: number): void => {
    this.machine.lua.lua_rawgeti(L, REGISTRY, REF.objectMark);
  };

  /** Pushes the call's private copy of the context, which is also the global `ctx`. */
  pushContext(context: JsonObject): void {
    const { lua } = this.machine;
    this.pusher.push(context, this.grant.limits, "$", READY);
    lua.lua_pushvalue(this.L, CTX);
    lua.lua_pushvalue(this.L, -2);
    lua.lua_rawset(this.L, GLOBALS);
  }

  pushName(L: number, name: string): void {
    pushText(this.machine, L, name);
  }

  /** Pushes one of our functions with the upvalues on top of the stack. */
  pushFunction(L: number, place: string, upvalues: number): void {
    pushFunction(this.machine, L, place, upvalues);
  }

  /** Sets a global from the top of the stack, past any metatable of `_G`. */
  setGlobal(L: number, name: string): void {
    const { lua } = this.machine;
    lua.lua_rawgeti(L, REGISTRY, REF.globals);
    pushText(this.machine, L, name);
    lua.lua_rotate(L, -3, -1);
    lua.lua_rawset(L, -3);
    lua.lua_settop(L, -2);
  }

  /** Bytecode of the function on top of the stack, with its lines; undefined when it is none of Lua's. */
  dump(L: number): Uint8Array<ArrayBuffer> | undefined {
    this.#dumped = [];
    const failed = this.machine.lua.lua_dump(L, this.machine.writeIndex, 0, 0);
    const chunks = this.#dumped;
    this.#dumped = [];
    return failed === 0 ? joined(chunks) : undefined;
  }

  #newMachine(): Machine {
    return new Machine(this.#luaModule, {
      refuse: (block, oldSize, newSize) => this.meter.refuse(block, oldSize, newSize),
      large: (size) => this.meter.large(size),
      hook: () => this.meter.hook(),
      write: (_L, bytes, size) => {
        this.#dumped.push(this.machine.u8.slice(bytes, bytes + size));
        return 0;
      },
      functions: FUNCTIONS.map((definition) => definition.make(this)),
    });
  }

  #boot(): Snapshot {
    const { machine } = this;
    this.meter.rest();
    this.L = machine.newState();
    if (this.L === 0) throw new MachineFault("Lua could not be started");
    openLibraries(machine, this.L);
    const { lua } = machine;
    this.reader.use(machine, this.#marks());
    this.pusher.use(machine, this.L);
    lua.lua_rawgeti(this.L, REGISTRY, REF.random);
    lua.lua_getupvalue(this.L, -1, 1);
    this.#randomness.stateAddress = lua.lua_touserdata(this.L, -1);
    lua.lua_settop(this.L, 0);
    lua.lua_rawgeti(this.L, REGISTRY, REF.messageHandler);
    lua.lua_rawgeti(this.L, REGISTRY, REF.globals);
    for (const name of ["ctx", ...READY_KEYS]) this.pushName(this.L, name);
    lua.lua_checkstack(this.L, FREE_SLOTS);
    lua.lua_sethook(this.L, machine.hookIndex, MASK_COUNT, WINDOW);
    const base = this.#collectAndTake();
    checkLayout(this);
    return base;
  }

  #marks() {
    const { lua } = this.machine;
    this.pushArrayMark(this.L);
    this.pushObjectMark(this.L);
    return { array: lua.lua_topointer(this.L, -2), object: lua.lua_topointer(this.L, -1) };
  }

  #collectAndTake(): Snapshot {
    const { lua } = this.machine;
    lua.lua_rawgeti(this.L, REGISTRY, REF.collect);
    lua.lua_callk(this.L, 0, 0, 0, 0);
    return this.machine.takeSnapshot();
  }
}

function joined(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
