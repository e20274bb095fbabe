export { createBrowserRunner } from "./browser-runner.ts";
export { strangersCeilings } from "./ceilings.ts";
export { createInProcessRunner, type InProcessOptions } from "./in-process-runner.ts";
export type { NetworkGrant } from "./network-grant.ts";
export { createNodeRunner, type NodeRunnerOptions } from "./node-runner.ts";
export { systemClock, systemRandom } from "./system-ports.ts";
export type { WorkerLike } from "./worker-like.ts";
export { createWorkerRunner, type PoolOptions, type WorkerRunnerOptions } from "./worker-runner.ts";
