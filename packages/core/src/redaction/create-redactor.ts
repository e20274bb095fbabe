import { formatFloat } from "../json/format-float.ts";
import { isJsonArray, isJsonObject, type Json, type JsonArray, type JsonObject } from "../vocabulary/json.ts";
import { collectSecrets } from "./collect-secrets.ts";
import { REDACTED } from "./marker.ts";
import { scrubDiagnostics } from "./scrub-diagnostics.ts";

/** Keeps the secrets of one overlay out of what is published (spec 06). Values that hold none are given back as they are. */
export interface Redactor {
  readonly overlay: JsonObject;
  /** There is nothing to keep out. */
  readonly idle: boolean;
  /** Spec 06 §4 for contexts and outputs. */
  value(value: Json): Json;
  object(object: JsonObject): JsonObject;
  /** Secret texts replaced, nothing else. */
  text(text: string): string;
  /** Spec 06 §4 for error texts: diagnostics scrubbed, then secret texts replaced. */
  diagnostics(text: string): string;
}

export function createRedactor(overlay: JsonObject): Redactor {
  if (overlay.size === 0) return idleRedactor(overlay);
  const redaction = new Redaction(overlay);
  return {
    overlay,
    idle: false,
    value: (value) => redaction.value(value),
    object: (object) => redaction.object(object),
    text: (text) => redaction.text(text),
    diagnostics: (text) => redaction.text(scrubDiagnostics(text)),
  };
}

function idleRedactor(overlay: JsonObject): Redactor {
  return {
    overlay,
    idle: true,
    value: (value) => value,
    object: (object) => object,
    text: (text) => text,
    diagnostics: scrubDiagnostics,
  };
}

class Redaction {
  private readonly protectedKeys: JsonObject;
  /** Longest first. */
  private readonly secrets: readonly string[];
  private readonly secretSet: ReadonlySet<string>;

  constructor(overlay: JsonObject) {
    this.protectedKeys = overlay;
    this.secrets = collectSecrets(overlay);
    this.secretSet = new Set(this.secrets);
  }

  value(value: Json): Json {
    if (typeof value === "string") return this.text(value);
    if (typeof value === "bigint") return this.secretSet.has(value.toString()) ? REDACTED : value;
    if (typeof value === "number") return this.secretSet.has(formatFloat(value)) ? REDACTED : value;
    if (isJsonArray(value)) return this.array(value);
    return isJsonObject(value) ? this.object(value) : value;
  }

  object(object: JsonObject): JsonObject {
    let copy: Map<string, Json> | undefined;
    for (const [key, member] of object) {
      if (this.isSecretKey(key)) {
        copy ??= new Map(object);
        copy.delete(key);
        continue;
      }
      const clean = this.value(member);
      if (clean === member) continue;
      copy ??= new Map(object);
      copy.set(key, clean);
    }
    return copy ?? object;
  }

  text(text: string): string {
    let claims: Claims | undefined;
    for (const secret of this.secrets) {
      for (let at = text.indexOf(secret); at >= 0; ) {
        claims ??= new Claims(text);
        at = text.indexOf(secret, claims.claim(at, at + secret.length) ? at + secret.length : at + 1);
      }
    }
    return claims === undefined ? text : claims.replaced();
  }

  private array(array: JsonArray): JsonArray {
    let copy: Json[] | undefined;
    for (let index = 0; index < array.length; index++) {
      const member = array[index] as Json;
      const clean = this.value(member);
      if (clean === member) continue;
      copy ??= [...array];
      copy[index] = clean;
    }
    return copy ?? array;
  }

  private isSecretKey(key: string): boolean {
    return this.protectedKeys.has(key) || this.secrets.some((secret) => key.includes(secret));
  }
}

const FREE = 0;
const BEGIN = 1;
const INSIDE = 2;

/** The parts of one text that secrets have taken, one mark a character, so that thousands of hits stay linear. */
class Claims {
  private readonly text: string;
  private readonly marks: Uint8Array;

  constructor(text: string) {
    this.text = text;
    this.marks = new Uint8Array(text.length);
  }

  /** False when a longer secret has taken part of it already. */
  claim(start: number, end: number): boolean {
    for (let at = start; at < end; at++) if (this.marks[at] !== FREE) return false;
    this.marks.fill(INSIDE, start, end);
    this.marks[start] = BEGIN;
    return true;
  }

  replaced(): string {
    const { text, marks } = this;
    let clean = "";
    for (let at = 0; at < text.length; ) {
      const start = at;
      while (at < text.length && marks[at] === FREE) at++;
      clean += text.slice(start, at);
      if (marks[at] !== BEGIN) continue;
      clean += REDACTED;
      do at++;
      while (marks[at] === INSIDE);
    }
    return clean;
  }
}
