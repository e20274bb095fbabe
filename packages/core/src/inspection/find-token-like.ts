import type { SourceRange } from "../vocabulary/source.ts";

/** A text that looks like a credential, found before something is shared. */
export interface TokenLike {
  readonly range: SourceRange;
  /** What it looks like: `an OpenAI key`. */
  readonly looksLike: string;
  /** The first few characters and the length, enough to recognise it and no more. */
  readonly masked: string;
}

/** Parts that may repeat before a sign of the shape are bounded, so that no text takes long. Known shapes first; what an earlier row matched is not searched again. */
const SHAPES: readonly (readonly [looksLike: string, pattern: RegExp])[] = [
  ["a private key", /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g],
  ["a signed web token", /\beyJ[A-Za-z0-9_-]{8,4096}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?/g],
  ["an Anthropic key", /\bsk-ant-[A-Za-z0-9_-]{16,}/g],
  ["an OpenAI key", /\bsk-[A-Za-z0-9_-]{16,}/g],
  ["a Stripe key", /\b(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,}/g],
  ["a GitHub token", /\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,})/g],
  ["a GitLab token", /\bglpat-[A-Za-z0-9_-]{16,}/g],
  ["a Slack token", /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g],
  ["an npm token", /\bnpm_[A-Za-z0-9]{30,}/g],
  ["a Google key", /\bAIza[A-Za-z0-9_-]{30,}/g],
  ["a Hugging Face token", /\bhf_[A-Za-z0-9]{20,}/g],
  ["an AWS access key", /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g],
  ["an authorization header", /\b(?:bearer|basic)\s+[A-Za-z0-9._~+/=-]{12,}/gi],
  ["credentials in a URL", /\b[a-z][a-z0-9+.-]{0,31}:\/\/[^\s/:@"'<>\\]+:[^\s/@"'<>\\]+@/gi],
  [
    "a password or key",
    /(?<![A-Za-z0-9_-])(?:access_token|api[-_]?key|x-api-key|client_secret|passwd|password|pwd|refresh_token|secret|signature)\\?["']?\s*[:=]\s*\\?["']?[^\s"'\\,;&<>{}[\]]{6,}/gi,
  ],
];

/** No shape fits into fewer characters: `a://b:c@`. */
const SHORTEST = 8;

const LONG_WORD = /[A-Za-z0-9+/_-]{32,}={0,2}/g;
/** Ids that providers give to calls, messages and answers are no secrets. */
const PROVIDER_ID = /^(?:call|toolu|srvtoolu|fc|msg|resp|rs|run|step|thread|asst|chatcmpl|tooluse|functions)[-_]/;

/**
 * Texts in `text` that look like credentials, in order and without overlap: known key shapes, headers, assignments,
 * and long words of mixed characters. A heuristic: it warns a person who is about to share, and promises nothing.
 */
export function findTokenLike(text: string): TokenLike[] {
  const found: TokenLike[] = [];
  if (text.length < SHORTEST) return found;
  for (const [looksLike, pattern] of SHAPES) {
    for (const match of text.matchAll(pattern)) add(found, text, match.index, match[0].length, looksLike);
  }
  for (const match of text.matchAll(LONG_WORD)) {
    if (looksRandom(match[0])) add(found, text, match.index, match[0].length, "a long random text");
  }
  return found.sort((a, b) => a.range.start - b.range.start);
}

function add(found: TokenLike[], text: string, start: number, length: number, looksLike: string): void {
  const end = start + length;
  if (found.some((other) => start < other.range.end && other.range.start < end)) return;
  const shown = text.slice(start, start + Math.min(4, length >> 2)).replace(/\s/g, " ");
  found.push({ range: { start, end }, looksLike, masked: `${shown}… (${length} characters)` });
}

/** Upper case, lower case and digits in one word, or plain hex, with many different characters. */
function looksRandom(word: string): boolean {
  if (PROVIDER_ID.test(word)) return false;
  const mixed = /[a-z]/.test(word) && /[A-Z]/.test(word) && /[0-9]/.test(word);
  const hex = /^[0-9a-f]+$/.test(word) && /[0-9]/.test(word) && /[a-f]/.test(word);
  return (mixed || hex) && new Set(word).size >= (hex ? 8 : 16);
}
