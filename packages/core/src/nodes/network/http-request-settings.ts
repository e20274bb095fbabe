import { base64 } from "@scure/base";
import { compactJson } from "../../json/print-json.ts";
import type { HttpRequest } from "../../vocabulary/exchange.ts";
import { isJsonObject, type Json } from "../../vocabulary/json.ts";
import { NodeFault } from "../node-fault.ts";
import { fillPlaceholders } from "../placeholders.ts";
import { plainText } from "../plain-text.ts";
import type { Settings } from "../settings.ts";
import { fillJson } from "./fill-json.ts";

const METHODS: readonly string[] = ["GET", "POST", "PUT", "DELETE", "PATCH"];

/** The request that the settings of an `http_*` node describe, and the credentials in it. */
export function httpRequest(
  settings: Settings,
  step: string,
  fixedMethod: string | undefined,
): { readonly request: HttpRequest; readonly credentials: readonly string[] } {
  const method = fixedMethod ?? settings.text("method", "GET").trim().toUpperCase();
  if (!METHODS.includes(method)) {
    throw new NodeFault(`${settings.node}: unknown method '${method}'; expected ${METHODS.join(", ")}`);
  }
  const headers = headersOf(settings);
  const auth = authOf(settings);
  if (auth !== undefined) headers.set(auth.header, auth.value);
  const body = bodyOf(settings, headers);
  return {
    request: {
      node: settings.node,
      step,
      method,
      url: settings.filled("url").trim(),
      headers,
      ...(body === undefined ? {} : { body }),
    },
    credentials: auth?.credentials ?? [],
  };
}

function headersOf(settings: Settings): Map<string, string> {
  const headers = settings.value("headers");
  if (!isJsonObject(headers)) return new Map();
  return new Map(
    [...headers].map(([name, value]) => [
      name.toLowerCase(),
      typeof value === "string" ? fillPlaceholders(value, settings.context) : plainText(value),
    ]),
  );
}

interface Auth {
  readonly header: string;
  readonly value: string;
  readonly credentials: readonly string[];
}

function authOf(settings: Settings): Auth | undefined {
  const auth = settings.value("auth");
  if (!isJsonObject(auth)) return undefined;
  const field = (name: string, standard = "") => {
    const value = auth.get(name);
    return typeof value === "string" ? fillPlaceholders(value, settings.context) : standard;
  };
  switch (field("type", "bearer")) {
    case "bearer":
      return { header: "authorization", value: `Bearer ${field("token")}`, credentials: [field("token")] };
    case "basic": {
      const pair = base64.encode(new TextEncoder().encode(`${field("username")}:${field("password")}`));
      return { header: "authorization", value: `Basic ${pair}`, credentials: [pair, field("password")] };
    }
    case "api_key":
      return { header: field("header", "x-api-key").toLowerCase(), value: field("key"), credentials: [field("key")] };
    default:
      throw new NodeFault(`${settings.node}: unknown auth.type '${field("type")}'; expected bearer, basic or api_key`);
  }
}

function bodyOf(settings: Settings, headers: Map<string, string>): string | undefined {
  const value = settings.value("body");
  if (value === undefined) return undefined;
  const body = fillJson(value, settings.context);
  switch (settings.text("body_type", "json")) {
    case "json":
      setType(headers, "application/json");
      return compactJson(body);
    case "form":
      setType(headers, "application/x-www-form-urlencoded");
      return formEncoded(settings, body);
    case "text":
      setType(headers, "text/plain; charset=utf-8");
      return plainText(body);
    default:
      throw new NodeFault(`${settings.node}: unknown body_type; expected json, form or text`);
  }
}

function setType(headers: Map<string, string>, type: string): void {
  if (!headers.has("content-type")) headers.set("content-type", type);
}

function formEncoded(settings: Settings, body: Json): string {
  if (!isJsonObject(body)) throw new NodeFault(`${settings.node}: a form body must be an object`);
  return [...body].map(([key, value]) => `${encoded(key)}=${encoded(plainText(value))}`).join("&");
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll("%20", "+");
}
