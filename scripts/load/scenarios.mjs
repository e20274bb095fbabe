import { readdirSync, readFileSync } from "node:fs";
import { ROOT } from "../setup/root.mjs";

/** @typedef {{ readonly name: string, readonly body: string, readonly outcomes: readonly string[] }} Scenario `outcomes`: that its run may have */

/** What people run: the examples, but the one that is an attack itself. @returns {Scenario[]} */
export function smallScenarios() {
  return readdirSync(`${ROOT}examples`)
    .filter((name) => name.endsWith(".json") && name !== "endless-loop.json")
    .map((name) => {
      const body = readFileSync(`${ROOT}examples/${name}`, "utf8");
      return { name, body, outcomes: [JSON.parse(body).expect?.outcome ?? "ok"] };
    });
}

/**
 * Each hostile handler body, followed by a call that must not notice anything. A body that is no Lua fails its run.
 * @returns {Scenario[]}
 */
export function attacks() {
  const lines = readFileSync(`${ROOT}conformance/hostile/bodies.jsonl`, "utf8").split("\n");
  return lines
    .filter((line) => line !== "")
    .map((line) => {
      const { id, body } = JSON.parse(line);
      return { name: id, body: JSON.stringify(attack(body)), outcomes: ["ok", "error"] };
    });
}

/** @param {string} body */
function attack(body) {
  const flow = (/** @type {string} */ lua) =>
    `local flow = Flow.new("t")\nflow:step("attack", function(ctx)\n${lua}\nend)\nreturn flow`;
  return {
    calls: [
      { id: "a", name: "attack", arguments: {} },
      { id: "b", name: "calm", arguments: {} },
    ],
    tools: { attack: { flow: "attack.lua" }, calm: { flow: "calm.lua" } },
    options: { on_error: "ignore", limits: { IRONFLOW_LUA_MAX_SECONDS: 1 } },
    flows: { "attack.lua": flow(body), "calm.lua": flow('return { tool_result_text = "calm" }') },
  };
}
