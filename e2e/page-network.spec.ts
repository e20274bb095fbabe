import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { createInterface } from "node:readline";
// Not the journeys' own `test`: here the page is meant to call another origin.
import { expect, test } from "@playwright/test";
import { Workbench } from "./workbench.ts";

test("a handler calls an origin that draft and operator allow, and no other", async ({ page }) => {
  const asked: string[] = [];
  const upstream = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.writeHead(200, {
      "content-type": "application/json",
      "access-control-allow-origin": "*",
      "access-control-allow-headers": "*",
    });
    response.end('{"answer":42}');
  }).listen(0, "127.0.0.1");
  await once(upstream, "listening");
  const address = upstream.address();
  const origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  const env = { ...process.env, PORT: "0", PAGE_CONNECT_ORIGINS: origin };
  const server = spawn(process.execPath, ["apps/api/dist/main.js"], { env, stdio: ["ignore", "pipe", "inherit"] });
  try {
    const [line] = (await once(createInterface({ input: server.stdout }), "line")) as [string];
    await page.goto(line.replace("Tool Dispatch Playground: ", ""));
    const bench = new Workbench(page);
    await bench.settled();
    await bench.write(
      "weather.lua",
      "Handler flow weather.lua",
      `local flow = Flow.new("w")
flow:step("get", nodes.http_get({ url = "${origin}/asked", output_key = "got" }))
flow:step("out", function(ctx) return { tool_result_value = ctx.got_status or ctx.got } end):depends_on("get")
return flow
`,
    );
    await expect(bench.call(1)).toContainText("failed");
    expect(asked).toEqual([]);
    await bench.document("Secrets");
    await page.getByRole("textbox", { name: /Origins/ }).fill(origin);
    await expect(bench.call(1)).toContainText("succeeded");
    expect(asked.length).toBeGreaterThan(0);
    expect(new Set(asked)).toEqual(new Set(["/asked"]));
  } finally {
    server.kill("SIGTERM");
    upstream.closeAllConnections();
    upstream.close();
  }
});
