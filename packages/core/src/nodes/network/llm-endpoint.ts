import type { NodeHost } from "../../ports/node.ts";
import { NodeFault } from "../node-fault.ts";
import type { Settings } from "../settings.ts";

export type LlmProvider = "openai" | "openai_compatible" | "azure" | "custom";
export type LlmMode = "chat" | "responses";

export interface LlmEndpoint {
  readonly url: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly credentials: readonly string[];
}

const PROVIDERS: readonly LlmProvider[] = ["openai", "openai_compatible", "azure", "custom"];

/** Unknown text means openai (spec 07 §6). */
export function llmProvider(settings: Settings): LlmProvider {
  const wanted = settings.text("provider", "openai").trim().toLowerCase();
  return PROVIDERS.find((provider) => provider === wanted) ?? "openai";
}

/** `auto` is chat unless `responses_input` asks for the other. */
export function llmMode(settings: Settings): LlmMode {
  const wanted = settings.text("mode", "chat").trim().toLowerCase();
  if (wanted === "auto") return settings.flag("responses_input", false) ? "responses" : "chat";
  return wanted === "responses" ? "responses" : "chat";
}

/** The deployment that Azure names instead of a model. */
export function azureDeployment(settings: Settings, mode: LlmMode, env: NodeHost["env"]): string | undefined {
  const key = `azure_${mode}_deployment`;
  return (
    optional(settings, key) ??
    optional(settings, "deployment") ??
    env(key.replace("azure", "azure_openai").toUpperCase())
  );
}

/** Where the request goes and what proves who sends it: settings first, then the environment. */
export function llmEndpoint(
  settings: Settings,
  provider: LlmProvider,
  mode: LlmMode,
  env: NodeHost["env"],
): LlmEndpoint {
  switch (provider) {
    case "openai":
      return bearer(
        `${baseUrl(settings, env, ["OPENAI_BASE_URL"], "https://api.openai.com/v1")}${PATHS[mode]}`,
        key("OPENAI_API_KEY"),
      );
    case "openai_compatible":
      return bearer(
        `${baseUrl(settings, env, ["OPENAI_COMPATIBLE_BASE_URL", "LLM_BASE_URL"])}${PATHS[mode]}`,
        key("OPENAI_COMPATIBLE_API_KEY", "LLM_API_KEY", "OPENAI_API_KEY"),
      );
    case "azure":
      return azureEndpoint(settings, mode, env, key("AZURE_OPENAI_API_KEY"));
    case "custom":
      return customEndpoint(settings, mode, baseUrl(settings, env, ["LLM_BASE_URL"]), key("LLM_API_KEY"));
  }

  function key(...names: readonly string[]): string | undefined {
    return optional(settings, "api_key") ?? firstOf(names, env);
  }
}

const PATHS: Readonly<Record<LlmMode, string>> = { chat: "/chat/completions", responses: "/responses" };
const AZURE_VERSION = "2025-04-01-preview";

function azureEndpoint(settings: Settings, mode: LlmMode, env: NodeHost["env"], key: string | undefined): LlmEndpoint {
  const endpoint =
    optional(settings, "azure_endpoint") ?? optional(settings, "base_url") ?? env("AZURE_OPENAI_ENDPOINT");
  if (endpoint === undefined) throw new NodeFault("llm: provider 'azure' requires 'azure_endpoint'");
  const version = optional(settings, "azure_api_version") ?? env("AZURE_OPENAI_API_VERSION") ?? AZURE_VERSION;
  const deployment = azureDeployment(settings, mode, env);
  if (mode === "chat" && deployment === undefined) {
    throw new NodeFault("llm: provider 'azure' requires 'azure_chat_deployment'");
  }
  const path = mode === "chat" ? `/openai/deployments/${deployment}/chat/completions` : "/openai/responses";
  return keyed(`${withoutSlash(endpoint)}${path}?api-version=${version}`, "api-key", key);
}

function customEndpoint(settings: Settings, mode: LlmMode, base: string, key: string | undefined): LlmEndpoint {
  const url = `${base}${settings.text(`${mode}_path`, PATHS[mode])}`;
  const type = settings.text("auth_type", "bearer").trim().toLowerCase();
  if (type === "none") return keyed(url, "", undefined);
  return type === "api_key" ? keyed(url, settings.text("auth_header", "x-api-key"), key) : bearer(url, key);
}

function bearer(url: string, key: string | undefined): LlmEndpoint {
  const endpoint = keyed(url, "authorization", key === undefined ? undefined : `Bearer ${key}`);
  return { ...endpoint, credentials: key === undefined ? [] : [key] };
}

/** Without a key no header is sent: a scripted answer needs none, and a service says itself that it wants one. */
function keyed(url: string, header: string, key: string | undefined): LlmEndpoint {
  return {
    url,
    headers: new Map(key === undefined ? [] : [[header, key]]),
    credentials: key === undefined ? [] : [key],
  };
}

function baseUrl(settings: Settings, env: NodeHost["env"], names: readonly string[], standard?: string): string {
  const base = optional(settings, "base_url") ?? firstOf(names, env) ?? standard;
  if (base === undefined) throw new NodeFault(`llm: provider '${llmProvider(settings)}' requires 'base_url'`);
  return withoutSlash(base);
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, "");
}

function optional(settings: Settings, key: string): string | undefined {
  const text = settings.optionalText(key) === undefined ? "" : settings.filled(key).trim();
  return text === "" ? undefined : text;
}

function firstOf(names: readonly string[], env: NodeHost["env"]): string | undefined {
  return names.map((name) => env(name)).find((value) => value !== undefined && value !== "");
}
