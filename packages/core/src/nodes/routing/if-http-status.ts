import { isJsonObject, type Json, type JsonObject } from "../../vocabulary/json.ts";
import { defineNode } from "../define-node.ts";
import { atDottedPath } from "../dotted-path.ts";
import { NodeFault } from "../node-fault.ts";
import type { Settings } from "../settings.ts";

const HIGHEST_STATUS = 65_535;

/** Routes on an HTTP status (spec 07 §2). */
export const ifHttpStatus = defineNode("if_http_status", ({ settings, context, step }) => {
  const key = settings.text("status_key");
  const value = atDottedPath(context, key);
  if (value === undefined) throw new NodeFault(`Key '${key}' not found in context`);
  const status = readStatus(value);
  if (status === undefined) {
    throw new NodeFault(`Value at '${key}' is not an HTTP status; expected a whole number in 0…${HIGHEST_STATUS}`);
  }
  const statusClass = `${Math.floor(status / 100)}xx`;
  return [
    [`_route_${step}`, routeOf(settings, status, statusClass)],
    [`_status_code_${step}`, BigInt(status)],
    [`_status_class_${step}`, statusClass],
  ];
});

function readStatus(value: Json): number | undefined {
  if (typeof value === "string" && !/^\s*\d+\s*$/.test(value)) return undefined;
  if (typeof value !== "string" && typeof value !== "bigint" && typeof value !== "number") return undefined;
  const status = Number(value);
  return Number.isInteger(status) && status >= 0 && status <= HIGHEST_STATUS ? status : undefined;
}

function routeOf(settings: Settings, status: number, statusClass: string): string {
  const errorRoute = settings.text("error_route", "error");
  const routes = settings.value("routes");
  if (!isJsonObject(routes)) return statusClass === "2xx" ? settings.text("success_route", "success") : errorRoute;
  const chosen = firstText(routes, [String(status), statusClass, "default"]);
  return chosen ?? settings.text("default_route", errorRoute);
}

function firstText(routes: JsonObject, keys: readonly string[]): string | undefined {
  return keys.map((key) => routes.get(key)).find((route) => typeof route === "string");
}
