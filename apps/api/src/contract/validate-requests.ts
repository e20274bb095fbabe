import type { RouteConfig, z } from "@hono/zod-openapi";
import type { Hono, MiddlewareHandler } from "hono";
import { HttpProblem } from "../http/problem.ts";
import { OPERATIONS } from "./operations.ts";

/** Puts the described parameters before the routes: what does not fit them is answered 400. Bodies are read later. */
export function validateRequests(app: Hono): void {
  for (const route of Object.values(OPERATIONS)) {
    const { query, headers } = route.request ?? {};
    if (query === undefined && headers === undefined) continue;
    app.on(route.method.toUpperCase(), route.path.replaceAll(/\{(\w+)\}/g, ":$1"), validate(route));
  }
}

function validate({ request }: RouteConfig): MiddlewareHandler {
  return async (context, next) => {
    const { query, headers } = request ?? {};
    check("query", query, context.req.query());
    if (!Array.isArray(headers)) check("header", headers, context.req.header());
    return next();
  };
}

function check(where: string, schema: z.ZodType | undefined, values: unknown): void {
  const checked = schema?.safeParse(values);
  if (checked === undefined || checked.success) return;
  const [issue] = checked.error.issues;
  throw new HttpProblem({
    status: 400,
    code: "bad-parameter",
    title: "Bad parameter",
    detail: `The ${where} \`${issue?.path.join(".") ?? ""}\` does not fit: ${issue?.message ?? ""}.`,
  });
}
