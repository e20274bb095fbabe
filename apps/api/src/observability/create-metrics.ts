import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { RunRecord } from "../runs/run-service.ts";

/** Runs waiting and running now. */
export interface RunLoad {
  readonly queued: number;
  readonly running: number;
  readonly capacity: number;
}

/** What is counted, as Prometheus reads it (`docs/OPERATIONS.md` lists the names). No label comes from outside. */
export interface Metrics {
  requestAnswered(request: {
    readonly method: string;
    readonly route: string;
    readonly status: number;
    readonly seconds: number;
  }): void;
  runEnded(record: RunRecord): void;
  /** `reason`: `full`, `closing`, or `rate-` and the rate limit that was reached. */
  requestRefused(reason: string): void;
  workerEnded(how: string): void;
  /** Text exposition format, with its content type. */
  expose(): Promise<{ readonly text: string; readonly contentType: string }>;
}

const METHODS = new Set(["GET", "POST", "DELETE", "HEAD", "OPTIONS", "PUT", "PATCH"]);
const SHORT = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const LONG = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

export function createMetrics(load: () => RunLoad): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  loadGauges(load, registers);
  const requests = new Counter({
    name: "playground_http_requests_total",
    help: "Requests answered",
    labelNames: ["method", "route", "status"],
    registers,
  });
  const seconds = new Histogram({
    name: "playground_http_request_seconds",
    help: "From the request's head to the answer's head",
    labelNames: ["route"],
    buckets: SHORT,
    registers,
  });
  const runs = runMetrics(registers);
  return {
    requestAnswered({ method, route, status, seconds: taken }) {
      requests.inc({ method: METHODS.has(method) ? method : "other", route, status });
      seconds.observe({ route }, taken);
    },
    ...runs,
    expose: async () => ({ text: await registry.metrics(), contentType: registry.contentType }),
  };
}

function loadGauges(load: () => RunLoad, registers: Registry[]): void {
  const gauge = (name: string, help: string, read: (now: RunLoad) => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read(load()));
      },
    });
  gauge("playground_runs_waiting", "Runs in the queue", ({ queued }) => queued);
  gauge("playground_runs_running", "Runs under way", ({ running }) => running);
  gauge("playground_runs_capacity", "Runs that may be under way at the same time", ({ capacity }) => capacity);
}

function runMetrics(registers: Registry[]): Pick<Metrics, "runEnded" | "requestRefused" | "workerEnded"> {
  const ended = new Counter({
    name: "playground_runs_total",
    help: "Runs that ended, by outcome",
    labelNames: ["outcome"],
    registers,
  });
  const refused = new Counter({
    name: "playground_requests_refused_total",
    help: "Requests that were not admitted, by reason",
    labelNames: ["reason"],
    registers,
  });
  const workers = new Counter({
    name: "playground_workers_ended_total",
    help: "Workers ended before their run was over: killed by the watchdog, or lost",
    labelNames: ["how"],
    registers,
  });
  const waited = new Histogram({
    name: "playground_run_wait_seconds",
    help: "From admission to a worker",
    buckets: LONG,
    registers,
  });
  const took = new Histogram({
    name: "playground_run_seconds",
    help: "From a worker to the end",
    labelNames: ["outcome"],
    buckets: LONG,
    registers,
  });
  return {
    runEnded({ result, createdAtMs, startedAtMs, endedAtMs }) {
      const outcome = result?.outcome ?? "lost";
      const began = startedAtMs ?? createdAtMs;
      ended.inc({ outcome });
      waited.observe((began - createdAtMs) / 1000);
      took.observe({ outcome }, ((endedAtMs ?? began) - began) / 1000);
    },
    requestRefused: (reason) => refused.inc({ reason }),
    workerEnded: (how) => workers.inc({ how }),
  };
}
