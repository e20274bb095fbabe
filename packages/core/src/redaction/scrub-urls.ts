import { REDACTED } from "./marker.ts";

const SPAN = /(?:(?:https?|postgres(?:ql)?|rediss?|smtps?):\/\/|sqlite:)[^\s\p{Cc}'"<>]*/giu;
/** Credentials before the host, whatever the scheme; its length is bounded so that long words cost nothing. */
const OTHER_CREDENTIALS = /([a-z][a-z0-9+.-]{0,31}:\/\/)[^\s\p{Cc}'"<>/?#@:]*:[^\s\p{Cc}'"<>/?#]*@/giu;
const PARTS = /^([a-z]+):(?:\/\/([^/?#\\]*))?([^?#]*)(?:\?([^#]*))?(?:#.*)?$/i;
const ENCODED_MARKER = encodeURIComponent(REDACTED);

/** URLs without credentials, query values, fragments and, for the web, paths (spec 06 §5). */
export function scrubUrls(text: string): string {
  return text.replace(SPAN, scrubUrl).replace(OTHER_CREDENTIALS, "$1");
}

function scrubUrl(span: string): string {
  const parts = PARTS.exec(span);
  if (parts === null || !URL.canParse(span) || /%(?![0-9a-f]{2})/i.test(span)) return "[REDACTED URL]";
  const [, scheme = "", authority, path = "", query] = parts;
  const web = /^https?$/i.test(scheme);
  const host = authority === undefined ? "" : `//${authority.slice(authority.lastIndexOf("@") + 1).toLowerCase()}`;
  return `${scheme.toLowerCase()}:${host}${web ? `/${REDACTED}` : path}${scrubQuery(query)}`;
}

function scrubQuery(query: string | undefined): string {
  if (query === undefined || query === "") return "";
  const names = query.split("&").filter((pair) => pair !== "");
  return `?${names.map((pair) => `${pair.split("=", 1)[0]}=${ENCODED_MARKER}`).join("&")}`;
}
