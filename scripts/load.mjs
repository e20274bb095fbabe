// `npm run load`, `npm run soak`: builds, starts the server as `npm start` does, drives it over loopback, and says what it
// bore. `-- --seconds 60 --connections 8` changes how long and how hard. A warm-up comes first, which is not counted: in it
// each worker meets its first attacks and grows to the size that it keeps.
import { parseArgs } from "node:util";
import { driveRuns } from "./load/drive-runs.mjs";
import { probeHealth } from "./load/probe-health.mjs";
import { judge, printReport } from "./load/report.mjs";
import { startBuiltServer } from "./load/start-built-server.mjs";
import { watchMemory } from "./load/watch-memory.mjs";
import { setup } from "./setup.mjs";

const WARM_UP_SECONDS = 30;

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    connections: { type: "string", default: "8" },
  },
});
const seconds = wholeNumber("--seconds", values.seconds, 20);
const connections = wholeNumber("--connections", values.connections, 1);

await setup();
const server = await startBuiltServer();
try {
  const { url } = server;
  process.stderr.write(`${connections} connections to ${url}: ${WARM_UP_SECONDS} s to warm up, then ${seconds} s …\n`);
  await driveRuns({ url, seconds: WARM_UP_SECONDS, connections });
  const memory = watchMemory(url);
  const [runs, health] = await Promise.all([driveRuns({ url, seconds, connections }), probeHealth({ url, seconds })]);
  const findings = { warmUpSeconds: WARM_UP_SECONDS, seconds, connections, ...runs, health, memory: memory.stop() };
  printReport(findings);
  process.exitCode = judge(findings).every(({ met }) => met) ? 0 : 1;
} finally {
  await server.end();
}

/** @param {string} name @param {string} text @param {number} least */
function wholeNumber(name, text, least) {
  const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least) return value;
  process.stderr.write(`${name} is "${text}": give a whole number from ${least} on.\n`);
  process.exit(2);
}
