import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { scenarioOf } from "../testing/scenarios.ts";
import { inFolder, type SpawnedServer, spawnServer } from "../testing/spawn-server.ts";

let planted = 0;
const plant = () => `canary-${planted++}-7f3a9c`;

async function post(
  server: SpawnedServer,
  path: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<string> {
  const all = { "content-type": "application/json", ...headers };
  const response = await fetch(`${server.url}${path}`, { method: "POST", headers: all, body });
  return response.text();
}

describe("planted canaries", () => {
  it(
    "[06] are in no answer, log line or database, however the run ends and wherever else they are put",
    () =>
      inFolder(async (folder) => {
        const server = await spawnServer({
          SHARES_FILE: `${folder}/s.sqlite`,
          LOG_LEVEL: "trace",
          LLM_ALLOWED_ORIGINS: "http://127.0.0.1:1",
          LLM_API_KEYS: `http://127.0.0.1:1=${plant()}`,
        });
        const answers: string[] = [];
        const run = async (body: string, headers?: Record<string, string>) => {
          const secrets = { secrets: { api_key: plant() }, options: { on_error: "ignore" } };
          answers.push(await post(server, "/api/runs", scenarioOf(body, secrets), headers));
        };
        const leak =
          'log("info", ctx.api_key)\nreturn { tool_result_text = "k=" .. ctx.api_key, [ctx.api_key] = { ctx.api_key } }';
        await run(leak);
        await run(leak, { accept: "text/event-stream" });
        await run("error('no good: ' .. ctx.api_key)");
        await run("error({ key = ctx.api_key })");
        await run("while true do end");
        const begun = JSON.parse(
          await post(server, "/api/runs", scenarioOf(leak, { secrets: { api_key: plant() } }), {
            prefer: "respond-async",
          }),
        ) as { id: string };
        for (const part of ["/events", "", "/result"])
          answers.push(await (await fetch(`${server.url}/api/runs/${begun.id}${part}`)).text());
        const flow =
          'local flow = Flow.new("f")\nflow:step("get", nodes.http_get({ url = "http://127.0.0.1:1/" .. "${ctx.api_key}", auth = { type = "bearer", token = "${ctx.api_key}" } }))\nreturn flow';
        answers.push(
          await post(
            server,
            "/api/runs",
            JSON.stringify({ kind: "flow", flows: { "main.lua": flow }, secrets: { api_key: plant() } }),
          ),
        );
        // Kept neither when it is refused, nor when it is put where nothing should be.
        answers.push(await post(server, "/api/shares", JSON.stringify({ calls: [], secrets: { api_key: plant() } })));
        await post(server, "/api/runs", `{"calls": ${plant()}`);
        await post(server, "/api/runs", `{"about":"${plant()}"}`, { "content-type": "text/plain" });
        await post(server, `/api/runs?api_key=${plant()}`, "{", {
          authorization: `Bearer ${plant()}`,
          cookie: `session=${plant()}`,
          "x-request-id": `${plant()}.`,
        });
        await fetch(`${server.url}/api/shares/${plant()}`);
        await fetch(`${server.url}/${plant()}`);
        const figures = await (await fetch(`${server.url}/metrics`)).text();
        expect(await server.end("SIGTERM")).toBe(0);

        const kept = ["s.sqlite", "s.sqlite-wal"].map((name) => `${folder}/${name}`).filter((file) => existsSync(file));
        const database = kept.map((file) => readFileSync(file, "latin1")).join("");
        const places = { answers: answers.join("\n"), log: server.output(), figures, database };
        expect(places.log).toContain('"msg":"run ended"');
        expect(places.answers).toContain("[REDACTED]");
        for (const [place, text] of Object.entries(places)) {
          const found = [...text.matchAll(/.{0,60}canary-\d+-7f3a9c.{0,20}/g)].map(([around]) => around);
          expect([place, found]).toEqual([place, []]);
        }
        expect(planted).toBeGreaterThan(14);
      }),
    120_000,
  );
});
