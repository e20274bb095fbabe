/** One way to get the calls of a workload done; returns the number of tool messages, so that nobody can cheat. */
export interface Contestant {
  readonly name: string;
  readonly run: () => unknown;
  readonly close?: () => Promise<void>;
}

/** A call as the workloads' text has it. */
export interface RawCall {
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: string };
}
