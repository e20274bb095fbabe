import { fileURLToPath } from "node:url";
import { Hono } from "hono";
import { securityHeaders } from "./http/security-headers.ts";
import { listen, PortError, readPort } from "./listen.ts";
import { servePage } from "./page/serve-page.ts";

const PAGE = fileURLToPath(new URL("../../web/dist/", import.meta.url));

async function main(): Promise<void> {
  const app = new Hono();
  app.use(securityHeaders());
  app.get("/api/health", (context) => context.json({ status: "ok" }));
  servePage(app, PAGE);
  const { url } = await listen(app, readPort(process.env.PORT));
  process.stdout.write(`Tool Dispatch Playground: ${url}\n`);
}

try {
  await main();
} catch (error) {
  if (!(error instanceof PortError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
