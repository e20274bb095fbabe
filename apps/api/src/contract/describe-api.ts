import { OpenAPIHono } from "@hono/zod-openapi";
import { OPERATIONS } from "./operations.ts";

export type ApiDescription = ReturnType<OpenAPIHono["getOpenAPI31Document"]>;

/** The OpenAPI 3.1 document, made from the schemas that validate. */
export function describeApi(): ApiDescription {
  const { openAPIRegistry, getOpenAPI31Document } = new OpenAPIHono();
  for (const [operationId, route] of Object.entries(OPERATIONS)) {
    openAPIRegistry.registerPath({ ...route, operationId });
  }
  return getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: "Tool Dispatch Playground",
      version: "1",
      description: "Runs tool calls through Lua handler flows. Errors are problem documents (RFC 9457).",
    },
  });
}
