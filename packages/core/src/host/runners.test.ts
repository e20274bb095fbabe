import { describeRunner } from "../testing/runner-contract.ts";
import { createInProcessRunner, createNodeRunner } from "./index.ts";

describeRunner("a runner in this thread", () => createInProcessRunner(), { hearsWhileLuaRuns: false });
describeRunner("a runner in a Node thread", async () => createNodeRunner(), { hearsWhileLuaRuns: true });
