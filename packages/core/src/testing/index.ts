export { comparableEvents } from "./comparable-events.ts";
export { handlerSurvey } from "./handler-survey.ts";
export { endlessScenario, type RunnerScenario, runnerScenarios } from "./runner-scenarios.ts";
