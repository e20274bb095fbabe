import type { Ceilings } from "../index.ts";
import type { LuaWasm } from "../lua/index.ts";
import { type BoardReader, type Execution, newBoardMemory, sharedBoardReader } from "./execution-board.ts";
import type { LogLimits } from "./log-limits.ts";
import type { FromWorker, RunMessage } from "./messages.ts";
import type { NetworkGrant } from "./network-grant.ts";
import type { WorkerLike } from "./worker-like.ts";

/** What a worker tells about the run that it was given. */
export type RunReport =
  | Extract<FromWorker, { type: "batch" | "done" }>
  /** Nothing more comes: the worker is gone, or a fault of ours ended the run. */
  | { readonly type: "lost"; readonly reason: string };

/** What every worker of a runner is started with. */
export interface WorkerSettings {
  readonly wasm: LuaWasm | undefined;
  readonly ceilings: Ceilings | undefined;
  readonly network: NetworkGrant | undefined;
  readonly logLimits: LogLimits | undefined;
}

/** One worker as its owner sees it: its start, its run, its board, its end. */
export class WorkerLink {
  /** Resolves when Lua has started; rejects with the reason when it cannot. */
  readonly ready: Promise<void>;
  private readonly worker: WorkerLike;
  private readonly board: BoardReader | undefined;
  private executing: Execution | undefined;
  private report: (report: RunReport) => void = () => {};
  private settleReady: { resolve: () => void; reject: (error: Error) => void };

  constructor(worker: WorkerLike, settings: WorkerSettings) {
    this.worker = worker;
    const { promise, ...settle } = promiseWithResolvers();
    this.ready = promise;
    this.settleReady = settle;
    // Whoever waits for it gets the reason; nobody has to.
    promise.catch(() => {});
    const memory = mayShareMemory() ? newBoardMemory() : undefined;
    this.board = memory === undefined ? undefined : sharedBoardReader(memory);
    worker.onMessage((message) => this.hear(message));
    worker.onLoss((reason) => this.lose(reason));
    worker.post({ type: "boot", ...settings, board: memory });
  }

  /** Gives it a run; its reports come until `done` or `lost`. */
  start(message: RunMessage, report: (report: RunReport) => void): void {
    this.board?.reset();
    this.executing = undefined;
    this.report = report;
    this.worker.post(message);
  }

  /** Asks the run to end: Lua sees the shared flag, a run that waits hears the message. */
  cancel(): void {
    this.board?.cancel();
    this.worker.post({ type: "cancel" });
  }

  /** The Lua that runs now, or that ran when the worker was ended. */
  current(): Execution | undefined {
    return this.board === undefined ? this.executing : this.board.current();
  }

  /** Ends the worker; reports of its run are not heard any more. */
  async terminate(): Promise<void> {
    this.report = () => {};
    this.settleReady.reject(new Error("the worker was ended before it was ready"));
    await this.worker.terminate();
  }

  private hear(message: FromWorker): void {
    if (message.type === "ready") this.settleReady.resolve();
    else if (message.type === "executing") this.executing = message.execution;
    else if (message.type === "fault") this.lose(message.message);
    else this.report(message);
  }

  private lose(reason: string): void {
    this.settleReady.reject(new Error(reason));
    this.report({ type: "lost", reason });
  }
}

/** Browsers share memory with isolated pages alone; Node always does. */
function mayShareMemory(): boolean {
  return typeof SharedArrayBuffer !== "undefined" && (globalThis.crossOriginIsolated ?? true);
}

function promiseWithResolvers() {
  let resolve: () => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<void>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}
