import type { FromWorker, ToWorker } from "./messages.ts";

/** What browsers' workers and Node's threads have in common. */
export interface WorkerLike {
  post(message: ToWorker): void;
  onMessage(listen: (message: FromWorker) => void): void;
  /** Called when the worker ended without being asked to, or could not start. */
  onLoss(listen: (reason: string) => void): void;
  /** Resolves when it stands still for certain, where the platform can tell. */
  terminate(): Promise<void>;
}
