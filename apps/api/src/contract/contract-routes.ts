import type { Hono } from "hono";
import { describeApi } from "./describe-api.ts";
import { referencePage } from "./reference-page.ts";

/** `GET /api/openapi.json` and, for people, `GET /api/reference`. */
export function addContractRoutes(app: Hono): void {
  const description = describeApi();
  app.get("/api/openapi.json", (context) => context.json(description));
  app.get("/api/reference", (context) => context.html(referencePage(description)));
}
