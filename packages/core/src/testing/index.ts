export { comparableEvents } from "./comparable-events.ts";
export { endlessScenario, type RunnerScenario, runnerScenarios } from "./runner-scenarios.ts";
