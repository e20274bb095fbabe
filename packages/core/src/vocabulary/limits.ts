/** The settings of spec 08 §1, read and checked. `0` and `undefined` mean "no limit" only where said so. */
export interface Limits {
  readonly maxTaskOutputBytes: number;
  readonly maxFlowSourceBytes: number;
  /** 0 switches the check off. */
  readonly luaMaxInstructions: number;
  /** 0 switches the check off. */
  readonly luaMaxSeconds: number;
  /** 0 switches the check off. */
  readonly luaMaxMemoryBytes: number;
  readonly luaHookInterval: number;
  readonly luaGcAfterExecution: boolean;
  readonly maxConversionDepth: number;
  readonly maxConversionNodes: number;
  /** Names that `env()` may read; undefined: every name. */
  readonly envAllowlist: readonly string[] | undefined;
  readonly maxConcurrentTasks: number;
  /** Undefined: none. */
  readonly maxRunSeconds: number | undefined;
  readonly maxRepeatIterations: number;
  readonly maxDetachedSubworkflows: number;
  readonly cacheMaxEntries: number;
  /** 0 switches the check off. */
  readonly llmMaxResponseBytes: number;
  readonly llmMaxImageInputBytes: number;
  readonly llmMaxImageArtifacts: number;
  readonly maxHttpBodyBytes: number;
  readonly maxFileBytes: number;
}
