import autocannon from "autocannon";
import { attacks, smallScenarios } from "./scenarios.mjs";
import { Tally } from "./tally.mjs";

const ONE_ATTACK_IN = 10;

/** @typedef {{ beganMs: number, isAttack: boolean, scenario: import("./scenarios.mjs").Scenario }} Sent a request under way */

/**
 * Keeps `connections` busy with runs, every tenth of them an attack, each as soon as the one before was answered.
 * @param {{ url: string, seconds: number, connections: number }} options
 */
export async function driveRuns({ url, seconds, connections }) {
  const small = new Tally();
  const hostile = new Tally();
  const next = turns();
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    timeout: 60,
    requests: [
      {
        method: "POST",
        path: "/api/runs",
        headers: { "content-type": "application/json" },
        setupRequest(request, context) {
          const { scenario, isAttack } = next();
          Object.assign(context, { beganMs: performance.now(), isAttack, scenario });
          return { ...request, body: scenario.body };
        },
        onResponse(status, body, context) {
          const { beganMs, isAttack, scenario } = /** @type {Sent} */ (context);
          const failure = runFailure(status, body, scenario) ?? (isAttack ? calmFailure(body) : undefined);
          (isAttack ? hostile : small).add(performance.now() - beganMs, failure && `${scenario.name}: ${failure}`);
        },
      },
    ],
  });
  return { small: small.summary(), hostile: hostile.summary(), lost: result.errors + result.timeouts };
}

/** The scenarios in turn: nine small ones, one attack. */
function turns() {
  const small = smallScenarios();
  const hostile = attacks();
  let count = 0;
  return () => {
    const turn = count++;
    const isAttack = turn % ONE_ATTACK_IN === ONE_ATTACK_IN - 1;
    const list = isAttack ? hostile : small;
    const index = isAttack ? Math.floor(turn / ONE_ATTACK_IN) : turn;
    const scenario = list[index % list.length];
    if (scenario === undefined) throw new Error("there are no scenarios");
    return { scenario, isAttack };
  };
}

/** @param {number} status @param {string} body @param {import("./scenarios.mjs").Scenario} scenario */
function runFailure(status, body, { outcomes }) {
  if (status !== 200) return `${status} ${body.slice(0, 120)}`;
  const { outcome, error } = JSON.parse(body);
  return outcomes.includes(outcome) ? undefined : `${outcome}: ${error}`;
}

/** An attack may end in any way; the call after it may not. @param {string} body */
function calmFailure(body) {
  const { outcome, output } = JSON.parse(body);
  if (outcome !== "ok") return undefined;
  const calm = output.tool_results_by_id.b;
  return calm?.result === "calm" ? undefined : `the call after it: ${JSON.stringify(calm)}`;
}
