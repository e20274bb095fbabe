import type { NetworkGrant } from "@tool-dispatch/core/host";
import { SettingsError } from "../settings/settings-error.ts";

/** The settings of the network cannot be used; `message` says what to do. */
export class NetworkSettingsError extends SettingsError {}

const OPENAI = "https://api.openai.com";

/**
 * What scenarios may call, from the environment: `LLM_ALLOWED_ORIGINS` lists origins, separated by commas; without it
 * nothing is called. `OPENAI_API_KEY` is sent to OpenAI, `LLM_API_KEYS` (`ORIGIN=KEY`, separated by commas) to others,
 * each to its own origin alone and only where a scenario brings no key itself.
 */
export function readNetworkGrant(env: Readonly<Record<string, string | undefined>>): NetworkGrant | undefined {
  const allowedOrigins = list(env.LLM_ALLOWED_ORIGINS).map((text) => origin(text, "LLM_ALLOWED_ORIGINS"));
  if (allowedOrigins.length === 0) return undefined;
  const keys = new Map<string, string>();
  if (env.OPENAI_API_KEY !== undefined && env.OPENAI_API_KEY !== "") keys.set(OPENAI, env.OPENAI_API_KEY);
  for (const [index, pair] of list(env.LLM_API_KEYS).entries()) {
    const at = pair.indexOf("=");
    // The text may be a key, so it is not repeated.
    if (at < 1) throw new NetworkSettingsError(`Entry ${index + 1} of LLM_API_KEYS is not of the form ORIGIN=KEY.`);
    keys.set(origin(pair.slice(0, at).trim(), "LLM_API_KEYS"), pair.slice(at + 1).trim());
  }
  return { allowedOrigins, keys };
}

/**
 * Other origins that the page itself may call when a person allows it for a draft, from `PAGE_CONNECT_ORIGINS`: they
 * become part of the page's content policy. None unless given.
 */
export function readPageOrigins(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return list(env.PAGE_CONNECT_ORIGINS).map((text) => origin(text, "PAGE_CONNECT_ORIGINS"));
}

/**
 * Other origins whose pages may read the API, from `CORS_ORIGINS`. None unless given.
 */
export function readCorsOrigins(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return list(env.CORS_ORIGINS).map((text) => origin(text, "CORS_ORIGINS"));
}

function list(text: string | undefined): string[] {
  return (text ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

function origin(text: string, setting: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isOrigin = url !== undefined && /^https?:$/.test(url.protocol) && url.pathname === "/" && url.search === "";
  if (isOrigin && url.username === "" && url.hash === "" && url.password === "") return url.origin;
  throw new NetworkSettingsError(
    `${setting} holds "${text}", which is no origin: write it like https://api.example.com.`,
  );
}
