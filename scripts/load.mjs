// `npm run load`, `npm run soak`: builds, starts the server as `npm start` does, drives it over loopback, and says what it
// bore. `-- --seconds 60 --connections 8` changes how long and how hard.
import { parseArgs } from "node:util";
import { driveRuns } from "./load/drive-runs.mjs";
import { probeHealth } from "./load/probe-health.mjs";
import { judge, printReport } from "./load/report.mjs";
import { startBuiltServer } from "./load/start-built-server.mjs";
import { watchMemory } from "./load/watch-memory.mjs";
import { setup } from "./setup.mjs";

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
  process.stderr.write(`${connections} connections to ${server.url} for ${seconds} s …\n`);
  const memory = watchMemory(server.url);
  const [runs, health] = await Promise.all([
    driveRuns({ url: server.url, seconds, connections }),
    probeHealth({ url: server.url, seconds }),
  ]);
  const findings = { seconds, connections, ...runs, health, memory: memory.stop() };
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
