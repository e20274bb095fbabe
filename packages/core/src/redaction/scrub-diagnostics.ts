import { REDACTED } from "./marker.ts";
import { scrubUrls } from "./scrub-urls.ts";

/** After these, whatever follows is a connection URL in some form. */
const CONNECTION_PHRASES =
  /(Invalid Redis URL:|Failed to connect to Redis at|Failed to connect SQL state store at|Failed to connect SQL event store at)[\s\S]*/;

const KEYS = [
  "access_token",
  "x-api-key",
  "api-key",
  "api_key",
  "apikey",
  "authorization",
  "client_secret",
  "credentials",
  "credential",
  "passwd",
  "password",
  "pwd",
  "refresh_token",
  "secret",
  "signature",
  "token",
];

/** A key that stands for itself, its closing quote, and `=` or `:` with the blanks around. */
const ASSIGNMENT = new RegExp(
  `(?<![\\p{L}\\p{N}_-])(?:${KEYS.join("|")})(?![\\p{L}\\p{N}_-])(?:(?<=(["'])[A-Za-z_-]+)\\1)?[ \\t]*([=:])[ \\t]*`,
  "giu",
);

const CONTROL = /\p{Cc}/gu;

/**
 * Cleans a text about a failure (spec 06 §5): URLs lose credentials, query values, fragments and web paths; the
 * values of assignments to keys such as `password` become the marker; control characters become blanks.
 */
export function scrubDiagnostics(text: string): string {
  const phrase = text.replace(CONNECTION_PHRASES, "$1 [REDACTED URL]");
  return scrubAssignments(scrubUrls(phrase)).replace(CONTROL, " ");
}

function scrubAssignments(text: string): string {
  let clean = "";
  let from = 0;
  ASSIGNMENT.lastIndex = 0;
  for (let match = ASSIGNMENT.exec(text); match !== null; match = ASSIGNMENT.exec(text)) {
    const start = ASSIGNMENT.lastIndex;
    const value = valueAt(text, start, match[2] === "=");
    if (value.end > value.start) {
      clean += text.slice(from, value.start) + REDACTED;
      from = value.end;
    }
    ASSIGNMENT.lastIndex = Math.max(start, value.end);
  }
  return clean + text.slice(from);
}

/** What is replaced: the inside of a quoted value, else the value as far as it goes. */
function valueAt(text: string, start: number, afterEquals: boolean): { start: number; end: number } {
  const first = text[start];
  if (first === '"' || first === "'") return { start: start + 1, end: quotedEnd(text, start + 1, first) };
  if (first === "{") return { start, end: bracedEnd(text, start) };
  const stop = afterEquals ? /[\p{Cc}\s&;,'"<>]/gu : /[\p{Cc}&;,'"<>]/gu;
  stop.lastIndex = start;
  return { start, end: stop.exec(text)?.index ?? text.length };
}

/** Before the closing quote; a backslash escapes, a doubled quote does not close. */
function quotedEnd(text: string, start: number, quote: string): number {
  for (let at = start; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === quote) {
      if (text[at + 1] !== quote) return at;
      at++;
    }
  }
  return text.length;
}

/** After the brace that closes the one at `start`. */
function bracedEnd(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === "{") depth++;
    else if (text[at] === "}" && --depth === 0) return at + 1;
  }
  return text.length;
}
