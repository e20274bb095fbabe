import { describe, expect, it } from "vitest";
import { createMetrics } from "./create-metrics.ts";

const idle = () => ({ queued: 3, running: 2, capacity: 2 });

describe("the figures", () => {
  it("tell the load of the moment, refusals, and workers that were ended", async () => {
    const metrics = createMetrics(idle);
    metrics.requestRefused("full");
    metrics.workerEnded("killed");
    metrics.workerEnded("killed");
    const { text } = await metrics.expose();
    for (const line of [
      "playground_runs_waiting 3",
      "playground_runs_running 2",
      'playground_requests_refused_total{reason="full"} 1',
      'playground_workers_ended_total{how="killed"} 2',
    ]) {
      expect(text.split("\n")).toContain(line);
    }
  });

  it("grow by no label that a client chooses", async () => {
    const metrics = createMetrics(idle);
    for (let n = 0; n < 50; n++) metrics.requestAnswered({ method: `M${n}`, route: "*", status: 404, seconds: 0 });
    const { text } = await metrics.expose();
    expect(text.match(/^playground_http_requests_total\{/gm)).toHaveLength(1);
  });
});
