import type { HandlerCode } from "../vocabulary/flow.ts";

/** A step while its file is still running. */
export interface StepDraft {
  readonly name: string;
  readonly nodeType: string;
  /** Number of its configuration table among the anchors; undefined for a function handler and a guard. */
  readonly config: bigint | undefined;
  /** Condition of a guard that `step_if` declared. */
  readonly condition?: string;
  readonly handler?: HandlerCode;
  readonly line: number | undefined;
  readonly dependsOn: string[];
  maxRetries: number;
  backoffSeconds: number;
  timeoutSeconds?: number;
  route?: string;
  onError?: string;
  contextKeys?: readonly string[];
}

export interface FlowDraft {
  readonly name: string;
  readonly steps: StepDraft[];
}

/** The step that a builder acts on; its dependencies may belong to a guard. */
export interface BuilderDraft {
  readonly step: StepDraft;
  readonly guard?: StepDraft;
}

/**
 * What a flow file declares, kept here and not in Lua tables, so that a script cannot forge it. Lua's side of a flow
 * or a builder is an empty table, known by its address: it stays alive while the file loads.
 */
export class FlowDrafts {
  readonly flows = new Map<number, FlowDraft>();
  readonly builders = new Map<number, BuilderDraft>();
  /** Name of the file that is loading. */
  file = "";
  anchors = 0n;

  begin(file: string): void {
    this.flows.clear();
    this.builders.clear();
    this.file = file;
    this.anchors = 0n;
  }
}
