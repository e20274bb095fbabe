import { checkFlow, type FlowCheck, unknownNodeTypes } from "../flow/check-flow.ts";
import { nodeClass, nodeTypes } from "../nodes/node-types.ts";
import type { Lua, LuaGrant } from "../ports/lua.ts";
import type { FlowPlace } from "../vocabulary/event.ts";
import type { FlowDefinition } from "../vocabulary/flow.ts";

/** A flow ready to run, or why it is not (spec 01 §4, 03 §1, §3). */
export type LoadedFlow =
  | { readonly ok: true; readonly flow: FlowDefinition; readonly phases: Extract<FlowCheck, { ok: true }>["phases"] }
  | {
      readonly ok: false;
      readonly kind: "load-error" | "invalid-flow";
      readonly error: string;
      readonly where?: FlowPlace;
    };

const MOST_CACHED = 64;

/** Loads and checks flow files; those that read nothing that changes are kept by their source. */
export class FlowLoader {
  private readonly cache = new Map<string, LoadedFlow>();

  load(lua: Lua, file: string, source: string, grant: LuaGrant): LoadedFlow {
    // Limits decide about loading too, so they are part of the key.
    const key = `${file}\n${JSON.stringify(grant.limits)}\n${source}`;
    const cached = this.cache.get(key);
    if (cached !== undefined) return cached;
    const outcome = lua.load({ ...grant, file, source, nodeTypes });
    if (!outcome.ok) {
      const where = outcome.where === undefined ? {} : { where: outcome.where };
      return { ok: false, kind: "load-error", error: outcome.error, ...where };
    }
    const loaded = this.check(outcome.flow);
    if (outcome.pure) this.keep(key, loaded);
    return loaded;
  }

  private check(flow: FlowDefinition): LoadedFlow {
    const unknown = unknownNodeTypes(flow, (type) => nodeClass(type) !== undefined);
    if (unknown !== undefined) return { ok: false, kind: "invalid-flow", error: unknown };
    const check = checkFlow(flow);
    if (check.ok) return { ok: true, flow, phases: check.phases };
    return { ok: false, kind: "invalid-flow", error: `Invalid flow: ${check.errors.join("; ")}` };
  }

  private keep(key: string, loaded: LoadedFlow): void {
    const [oldest] = this.cache.keys();
    if (this.cache.size >= MOST_CACHED && oldest !== undefined) this.cache.delete(oldest);
    this.cache.set(key, loaded);
  }
}
