import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../testing/start-test-server.ts";

describe("requests of one client", () => {
  let server: TestServer;
  beforeAll(async () => {
    const rates = { RATE_RUNS_PER_MINUTE: "3", RATE_SHARES_PER_MINUTE: "2", RATE_READS_PER_MINUTE: "4" };
    server = await startTestServer({ ...rates, TRUSTED_PROXIES: "1" });
  }, 60_000);
  afterAll(() => server.close());

  const from = (address: string) => ({ "x-forwarded-for": address });
  const statuses = (count: number, ask: () => Promise<Response>) =>
    Array.from({ length: count }).reduce<Promise<number[]>>(
      async (before) => [...(await before), (await ask()).status],
      Promise.resolve([]),
    );

  it("[11 §5] are refused with 429 and Retry-After beyond so many a minute, other clients' are not", async () => {
    const ask = () => server.post("/api/runs", "{", from("192.0.2.1"));
    expect(await statuses(4, ask)).toEqual([400, 400, 400, 429]);
    const refused = await ask();
    expect(refused.headers.get("content-type")).toContain("application/problem+json");
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(60);
    expect(await refused.json()).toMatchObject({ status: 429, code: "too-many-requests" });
    expect((await server.post("/api/runs", "{", from("192.0.2.2"))).status).toBe(400);
  });

  it("cannot pass for another client's by what they write into the header", async () => {
    let forged = 0;
    const ask = () => server.post("/api/validate", "{", from(`10.0.0.${forged++}, 192.0.2.3`));
    expect(await statuses(4, ask)).toEqual([400, 400, 400, 429]);
  });

  it("have limits of their own for links and for reading", async () => {
    const client = from("192.0.2.4");
    expect(await statuses(3, () => server.post("/api/shares", "{}", client))).toEqual([201, 201, 429]);
    const read = () => fetch(`${server.url}/api/shares/none`, { headers: client });
    expect(await statuses(5, read)).toEqual([404, 404, 404, 404, 429]);
    expect(await statuses(9, () => fetch(`${server.url}/api/health`, { headers: client }))).toEqual(Array(9).fill(200));
    const figures = await (await fetch(`${server.url}/metrics`)).text();
    expect(figures).toContain('playground_requests_refused_total{reason="rate-runs"}');
  });
});
