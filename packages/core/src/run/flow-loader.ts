import { checkFlow, type FlowCheck, unknownNodeTypes } from "../flow/check-flow.ts";
import { nodeClass, nodeTypes } from "../nodes/node-types.ts";
import type { Lua, LuaGrant } from "../ports/lua.ts";
import type { FlowPlace } from "../vocabulary/event.ts";
import type { FlowDefinition } from "../vocabulary/flow.ts";
import type { Limits } from "../vocabulary/limits.ts";

/** A flow ready to run, or why it is not (spec 01 §4, 03 §1, §3). */
export type LoadedFlow =
  | { readonly ok: true; readonly flow: FlowDefinition; readonly phases: Extract<FlowCheck, { ok: true }>["phases"] }
  | {
      readonly ok: false;
      readonly kind: "load-error" | "invalid-flow";
      readonly error: string;
      readonly where?: FlowPlace;
    };

/** Lua, and what a file may use while it is loaded. */
export interface LoadLoan {
  readonly lua: Lua;
  readonly grant: Omit<LuaGrant, "limits">;
}

const MOST_CACHED = 64;

interface Recent {
  readonly source: string;
  readonly limits: Limits;
  readonly loaded: LoadedFlow;
}

/** Loads and checks flow files; those that read nothing that changes are kept by their source. */
export class FlowLoader {
  private readonly cache = new Map<string, LoadedFlow>();
  /** Limits as part of a key; those of one scenario are one object, printed once. */
  private readonly limitKeys = new WeakMap<Limits, string>();
  /** Of the files loaded last: a scenario asks for the same few again and again. */
  private readonly recent = new Map<string, Recent>();

  /** `lend` is asked for what loading takes when the file is not known. */
  load(file: string, source: string, limits: Limits, lend: () => LoadLoan): LoadedFlow {
    const recent = this.recent.get(file);
    if (recent?.source === source && recent.limits === limits) return recent.loaded;
    // Limits decide about loading too, so they are part of the key.
    const key = `${file}\n${this.limitKey(limits)}\n${source}`;
    const cached = this.cache.get(key);
    if (cached !== undefined) {
      this.remember(file, { source, limits, loaded: cached });
      return cached;
    }
    const { lua, grant } = lend();
    const outcome = lua.load({ ...grant, limits, file, source, nodeTypes });
    if (!outcome.ok) {
      const where = outcome.where === undefined ? {} : { where: outcome.where };
      return { ok: false, kind: "load-error", error: outcome.error, ...where };
    }
    const loaded = this.check(outcome.flow);
    if (outcome.pure) {
      this.keep(key, loaded);
      this.remember(file, { source, limits, loaded });
    }
    return loaded;
  }

  private check(flow: FlowDefinition): LoadedFlow {
    const unknown = unknownNodeTypes(flow, (type) => nodeClass(type) !== undefined);
    if (unknown !== undefined) return { ok: false, kind: "invalid-flow", error: unknown };
    const check = checkFlow(flow);
    if (check.ok) return { ok: true, flow, phases: check.phases };
    return { ok: false, kind: "invalid-flow", error: `Invalid flow: ${check.errors.join("; ")}` };
  }

  private limitKey(limits: Limits): string {
    const known = this.limitKeys.get(limits);
    if (known !== undefined) return known;
    const key = JSON.stringify(limits);
    this.limitKeys.set(limits, key);
    return key;
  }

  private remember(file: string, recent: Recent): void {
    if (this.recent.size >= MOST_CACHED) this.recent.clear();
    this.recent.set(file, recent);
  }

  private keep(key: string, loaded: LoadedFlow): void {
    const [oldest] = this.cache.keys();
    if (this.cache.size >= MOST_CACHED && oldest !== undefined) this.cache.delete(oldest);
    this.cache.set(key, loaded);
  }
}
