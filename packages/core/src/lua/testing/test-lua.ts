import type { LuaGrant } from "../../ports/lua.ts";
import type { LogLine } from "../../vocabulary/flow.ts";
import type { Json, JsonObject } from "../../vocabulary/json.ts";
import type { Limits } from "../../vocabulary/limits.ts";
import { createLua, type LuaInstance } from "../index.ts";

/** The defaults of spec 08 §1. */
export const LIMITS: Limits = {
  maxTaskOutputBytes: 2_097_152,
  maxFlowSourceBytes: 1_048_576,
  luaMaxInstructions: 5_000_000,
  luaMaxSeconds: 10,
  luaMaxMemoryBytes: 134_217_728,
  luaHookInterval: 10_000,
  luaGcAfterExecution: true,
  maxConversionDepth: 64,
  maxConversionNodes: 100_000,
  envAllowlist: undefined,
  maxConcurrentTasks: 2,
  maxRunSeconds: undefined,
  maxRepeatIterations: 128,
  maxDetachedSubworkflows: 64,
  cacheMaxEntries: 10_000,
  llmMaxResponseBytes: 26_214_400,
  llmMaxImageInputBytes: 52_428_800,
  llmMaxImageArtifacts: 32,
  maxHttpBodyBytes: 52_428_800,
  maxFileBytes: 52_428_800,
};

export const NODE_TYPES = ["code", "foreach", "if_node", "log"];

export interface TestLua {
  readonly lua: LuaInstance;
  readonly log: LogLine[];
  grant(limits?: Partial<Limits>, more?: Partial<LuaGrant>): LuaGrant;
  /** Runs a handler body in a flow file of its own, twice: freshly loaded, and from the cache. */
  handler(body: string, context?: JsonObject, limits?: Partial<Limits>): ReturnType<LuaInstance["run"]>;
  /** Runs `source` text. */
  source(text: string, context?: JsonObject, limits?: Partial<Limits>): ReturnType<LuaInstance["run"]>;
  load(source: string, limits?: Partial<Limits>): ReturnType<LuaInstance["load"]>;
}

export async function testLua(): Promise<TestLua> {
  let ids = 0;
  let seed = 41n;
  const lua = await createLua({
    clock: { nowMs: Date.now, monotonicMs: () => performance.now(), sleep: async () => undefined },
    random: { uuid4: () => `00000000-0000-4000-8000-${String(++ids).padStart(12, "0")}`, seed: () => ++seed },
  });
  const log: LogLine[] = [];
  const grant: TestLua["grant"] = (limits, more) => ({
    limits: { ...LIMITS, ...limits },
    env: (key) => new Map([["KEY", "value"]]).get(key),
    log: (level, text) => log.push({ level, text }),
    cancelled: () => false,
    ...more,
  });
  const load: TestLua["load"] = (source, limits) =>
    lua.load({ ...grant(limits), file: "main.lua", source, nodeTypes: NODE_TYPES });
  return {
    lua,
    log,
    grant,
    load,
    handler: (body, context = new Map(), limits) => {
      const loaded = load(`local flow = Flow.new("test") flow:step("s", function(ctx) ${body}\nend) return flow`);
      const code = loaded.ok ? loaded.flow.steps[0]?.handler : undefined;
      if (code === undefined) throw new Error(loaded.ok ? "no handler" : loaded.error);
      return lua.run({ ...grant(limits), code: { kind: "function", code }, context });
    },
    source: (text, context = new Map(), limits) =>
      lua.run({ ...grant(limits), code: { kind: "source", text, step: "s" }, context }),
  };
}

export function object(fields: Record<string, Json>): JsonObject {
  return new Map(Object.entries(fields));
}
