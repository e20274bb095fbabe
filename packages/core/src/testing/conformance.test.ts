import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { systemClock, systemRandom } from "../host/system-ports.ts";
import {
  checkExpectation,
  compactJson,
  conduct,
  createMemoryCache,
  eventFromJson,
  eventToJson,
  FlowLoader,
  parseJson,
  type RunEvent,
  readScenario,
} from "../index.ts";
import { createLua, createLuaAnalysis, type LuaInstance } from "../lua/index.ts";

const folder = new URL("../../../../conformance/reference/", import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith(".json"));

describe("the reference scenarios", () => {
  let lua: LuaInstance;
  beforeAll(async () => {
    lua = await createLua({ clock: systemClock, random: systemRandom });
  });
  const loader = new FlowLoader();

  it.each(files)("%s", async (name) => {
    const read = readScenario(readFileSync(new URL(name, folder), "utf8"));
    if (!read.ok) throw new Error(read.problems.map((problem) => problem.message).join("\n"));
    const scenario = read.value;
    const events: RunEvent[] = [];
    const cache = createMemoryCache(10);
    const ports = { lua, clock: systemClock, random: systemRandom, cache, loader, analysis: createLuaAnalysis };
    const run = await conduct(scenario, ports, (event) => events.push(event), new AbortController().signal);
    const differences = checkExpectation(scenario.expect ?? new Map(), run);
    expect(
      differences.map(
        ({ path, expected, actual }) =>
          `${path}: expected ${compactJson(expected)}, got ${actual === undefined ? "nothing" : compactJson(actual)}`,
      ),
    ).toEqual([]);
    expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index));
    expect(events.at(-1)?.type).toBe("run-end");
    for (const event of events) {
      const carried = parseJson(compactJson(eventToJson(event)));
      expect(carried.ok && eventFromJson(carried.value)).toEqual(event);
    }
  });
});
