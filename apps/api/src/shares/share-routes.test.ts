import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../testing/start-test-server.ts";

// In parts, so that no scanner takes this file for a leak.
const KEY = ["sk", "ant", "canary0123456789abcd"].join("-");

describe("stored links over HTTP", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ SHARES_DAYS: "7" });
  }, 60_000);
  afterAll(() => server.close());

  const store = async (body: string, query = "") => server.post(`/api/shares${query}`, body);
  const created = async (body: string, query = "") => {
    const response = await store(body, query);
    expect(response.status).toBe(201);
    return (await response.json()) as { id: string; delete_token: string; expires_at: string };
  };
  const get = (id: string) => fetch(`${server.url}/api/shares/${encodeURIComponent(id)}`);
  const remove = (id: string, headers: Record<string, string>) =>
    fetch(`${server.url}/api/shares/${id}`, { method: "DELETE", headers });

  it("gives a stored scenario back, numbers exact, with the time it ends", async () => {
    const text = '{"calls":[],"context":{"big":9007199254740993,"float":3.0,"__proto__":{"a":1}}}';
    const { id, expires_at } = await created(text);
    const days = (Date.parse(expires_at) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThan(7.1);
    const response = await get(id);
    expect(response.status).toBe(200);
    expect(response.headers.get("x-expires-at")).toBe(expires_at);
    expect(response.headers.get("cache-control")).toContain("no-store");
    expect(await response.text()).toBe(text);
  });

  it("makes ids that cannot be guessed, one for each time it is asked", async () => {
    const [a, b] = await Promise.all([created('{"calls":[]}'), created('{"calls":[]}')]);
    expect(a.id).not.toBe(b.id);
    for (const { id } of [a, b]) expect(Buffer.from(id, "base64url")).toHaveLength(16);
  });

  it("deletes with the token that was given, and keeps no token", async () => {
    const { id, delete_token } = await created('{"about":"to be deleted"}');
    expect((await remove(id, {})).status).toBe(401);
    expect((await remove(id, { authorization: "Bearer wrong" })).status).toBe(403);
    expect((await get(id)).status).toBe(200);
    const files = ["shares.sqlite", "shares.sqlite-wal"].map((name) => readFileSync(`${server.folder}/${name}`));
    expect(Buffer.concat(files).includes(delete_token)).toBe(false);
    expect(Buffer.concat(files).includes("to be deleted")).toBe(true);
    expect((await remove(id, { authorization: `Bearer ${delete_token}` })).status).toBe(204);
    expect((await get(id)).status).toBe(404);
  });

  it("refuses what looks like credentials, with places, unless that is acknowledged", async () => {
    const text = `{"calls":[],\n"context":{"note":"${KEY}"}}`;
    const response = await store(text);
    expect(response.status).toBe(422);
    const body = await response.text();
    expect(JSON.parse(body)).toMatchObject({
      code: "token-like-text",
      problems: [{ line: 2, column: 20, pointer: "/context/note", looks_like: "an Anthropic key" }],
    });
    expect(body).not.toContain(KEY);
    const { id } = await created(text, "?acknowledged=true");
    expect(await (await get(id)).text()).toContain(KEY);
  });

  it("never stores the values of secrets, acknowledged or not", async () => {
    const response = await store('{"secrets":{"api_key":"hunter2"}}', "?acknowledged=true");
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: "holds-secret-values",
      detail: expect.stringContaining("api_key"),
    });
    await created('{"secrets":{"api_key":""}}');
  });

  it("stores the document as it reads: what a repeated key hides is not in it", async () => {
    const { id } = await created('{"about":"hidden before","about":"what counts"}');
    expect(await (await get(id)).text()).toBe('{"about":"what counts"}');
  });

  it.each([
    { title: "no scenario", body: "[1]", status: 400 },
    { title: "more than 1 MiB", body: JSON.stringify({ about: "x".repeat(2 ** 20) }), status: 413 },
  ])("refuses $title", async ({ body, status }) => {
    const response = await store(body);
    expect(response.status).toBe(status);
    expect(response.headers.get("content-type")).toContain("application/problem+json");
  });

  it.each(["nothing", "../../etc/passwd", "__proto__", "'; drop table share; --", "%00"])(
    "knows no link %j",
    async (id) => {
      expect((await get(id)).status).toBe(404);
    },
  );
});
