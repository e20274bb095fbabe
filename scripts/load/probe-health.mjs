import { once } from "node:events";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import autocannon from "autocannon";
import { Tally } from "./tally.mjs";

const PROBES_A_SECOND = 20;

/**
 * Asks for the server's health at a steady rate, from a thread of its own: what keeps the tool busy must not look like a
 * server that is.
 * @param {{ url: string, seconds: number }} options
 * @returns {Promise<import("./tally.mjs").Summary>}
 */
export async function probeHealth(options) {
  const [summary] = await once(new Worker(new URL(import.meta.url), { workerData: options }), "message");
  return summary;
}

/** @param {{ url: string, seconds: number }} options */
async function probe({ url, seconds }) {
  const tally = new Tally();
  await autocannon({
    url,
    connections: 1,
    overallRate: PROBES_A_SECOND,
    duration: seconds,
    requests: [
      {
        path: "/api/health",
        setupRequest(request, context) {
          Object.assign(context, { beganMs: performance.now() });
          return request;
        },
        onResponse(status, body, context) {
          const { beganMs } = /** @type {{ beganMs: number }} */ (context);
          tally.add(performance.now() - beganMs, status === 200 ? undefined : `${status} ${body.slice(0, 120)}`);
        },
      },
    ],
  });
  return tally.summary();
}

if (!isMainThread) parentPort?.postMessage(await probe(workerData));
