import { systemClock, systemRandom } from "../host/system-ports.ts";
import {
  type Clock,
  conduct,
  createMemoryCache,
  type FinishedRun,
  FlowLoader,
  type Lua,
  type RunEvent,
  readScenario,
} from "../index.ts";

/** Runs a plain scenario document on a Lua of the test's; throws when it cannot be read. */
export async function runScenario(
  lua: Lua,
  document: unknown,
  { clock = systemClock, events = [] }: { clock?: Clock; events?: RunEvent[] } = {},
): Promise<FinishedRun> {
  const read = readScenario(JSON.stringify(document));
  if (!read.ok) throw new Error(read.problems.map((problem) => problem.message).join("; "));
  const ports = { lua, clock, random: systemRandom, cache: createMemoryCache(10), loader: new FlowLoader() };
  return conduct(read.value, ports, (event) => events.push(event), new AbortController().signal);
}
