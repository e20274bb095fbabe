import { systemClock, systemRandom } from "../host/system-ports.ts";
import {
  type Clock,
  conduct,
  createMemoryCache,
  type FinishedRun,
  FlowLoader,
  type Json,
  type Lua,
  type Parsed,
  type RunEvent,
  readScenario,
  readScenarioDocument,
  type Scenario,
} from "../index.ts";

/** Runs a plain scenario document on a Lua of the test's; throws when it cannot be read. */
export async function runScenario(
  lua: Lua,
  document: unknown,
  { clock = systemClock, events = [] }: { clock?: Clock; events?: RunEvent[] } = {},
): Promise<FinishedRun> {
  return run(lua, readScenario(JSON.stringify(document)), clock, events);
}

/** The same for a document whose numbers are exact. */
export async function runDocument(lua: Lua, document: Json): Promise<FinishedRun> {
  return run(lua, readScenarioDocument(document), systemClock, []);
}

async function run(lua: Lua, read: Parsed<Scenario>, clock: Clock, events: RunEvent[]): Promise<FinishedRun> {
  if (!read.ok) throw new Error(read.problems.map((problem) => problem.message).join("; "));
  const ports = { lua, clock, random: systemRandom, cache: createMemoryCache(10), loader: new FlowLoader() };
  return conduct(read.value, ports, (event) => events.push(event), new AbortController().signal);
}
