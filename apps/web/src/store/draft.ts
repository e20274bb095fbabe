import {
  type FormatName,
  fromPlain,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJson,
  prettyJson,
  type SuggestedFix,
} from "@tool-dispatch/core";

/** A handler flow, or the main flow, as a file of the draft. */
export interface FlowFile {
  readonly name: string;
  readonly source: string;
}

/** A secret of the overlay. Its value lives in this page's memory only: never in storage, links or exports. */
export interface SecretField {
  readonly key: string;
  readonly value: string;
}

/** What is being edited: a scenario document whose parts are the texts that the person wrote. */
export interface Draft {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly kind: "dispatch" | "flow";
  readonly calls: string;
  readonly tools: string;
  readonly context: string;
  /** Scripted answers of model and HTTP nodes, a JSON array; empty: none. */
  readonly exchanges: string;
  readonly flows: readonly FlowFile[];
  readonly secrets: readonly SecretField[];
  /** Origins that handlers may call from this page, one a line. A permission of this browser: never in a document. */
  readonly allowedOrigins: string;
  /** All other fields of the document: options, exchanges, unknown ones. */
  readonly rest: JsonObject;
}

/** The documents that have an editor of their own; flows are addressed by file name. */
export type DocumentName = "calls" | "tools" | "context" | "exchanges" | `flow:${string}`;

const OWN_FIELDS = new Set([
  "version",
  "name",
  "about",
  "kind",
  "calls",
  "tools",
  "context",
  "flows",
  "secrets",
  "exchanges",
]);

/** A draft from a scenario document (spec 11 §1). Parts that are values become readable text. */
export function draftFromDocument(document: JsonObject, id: string): Draft {
  const flows = document.get("flows");
  const secrets = document.get("secrets");
  return {
    id,
    title: textOf(document.get("name")),
    about: textOf(document.get("about")),
    kind: document.get("kind") === "flow" ? "flow" : "dispatch",
    calls: documentText(document.get("calls")),
    tools: documentText(document.get("tools")),
    context: documentText(document.get("context")),
    exchanges: documentText(document.get("exchanges")),
    flows: isJsonObject(flows) ? [...flows].map(([name, source]) => ({ name, source: textOf(source) })) : [],
    secrets: isJsonObject(secrets) ? [...secrets].map(([key, value]) => ({ key, value: secretText(value) })) : [],
    allowedOrigins: "",
    rest: new Map([...document].filter(([key]) => !OWN_FIELDS.has(key))),
  };
}

/** What of the secrets goes into a document: their values for a run in this page, else their names alone. */
export type SecretsIncluded = "values" | "names";

/** The scenario document of a draft. */
export function documentFromDraft(draft: Draft, secrets: SecretsIncluded): JsonObject {
  const document = new Map<string, Json>([["version", 1n]]);
  if (draft.title !== "") document.set("name", draft.title);
  if (draft.about !== "") document.set("about", draft.about);
  if (draft.kind !== "dispatch") document.set("kind", draft.kind);
  document.set("calls", draft.calls);
  document.set("tools", draft.tools);
  document.set("context", draft.context);
  if (draft.secrets.length > 0) document.set("secrets", secretsObject(draft.secrets, secrets));
  document.set("flows", new Map(draft.flows.map(({ name, source }) => [name, source])));
  // A text that cannot be read keeps the draft from running; a document has no place for it.
  const exchanges = parseJson(draft.exchanges);
  if (exchanges.ok) document.set("exchanges", exchanges.value);
  for (const [key, value] of draft.rest) document.set(key, value);
  return document;
}

/** The overlay of a run. A value that is a JSON object or array is that value; any other text is itself. */
export function secretsObject(fields: readonly SecretField[], included: SecretsIncluded): JsonObject {
  const overlay = new Map<string, Json>();
  for (const { key, value } of fields) {
    if (key !== "") overlay.set(key, included === "values" ? secretValue(value) : "");
  }
  return overlay;
}

function secretValue(text: string): Json {
  if (!/^\s*[{[]/.test(text)) return text;
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : text;
}

function secretText(value: Json): string {
  return typeof value === "string" ? value : prettyJson(value);
}

function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

function documentText(value: Json | undefined): string {
  if (value === undefined) return "";
  return typeof value === "string" ? value : `${prettyJson(value)}\n`;
}

/** The text of one document of the draft. */
export function documentOf(draft: Draft, name: DocumentName): string {
  switch (name) {
    case "calls":
      return draft.calls;
    case "tools":
      return draft.tools;
    case "context":
      return draft.context;
    case "exchanges":
      return draft.exchanges;
    default:
      return draft.flows.find((flow) => flow.name === name.slice(5))?.source ?? "";
  }
}

/** The draft with another text in one of its documents. */
export function withDocument(draft: Draft, name: DocumentName, text: string): Draft {
  switch (name) {
    case "calls":
      return { ...draft, calls: text };
    case "tools":
      return { ...draft, tools: text };
    case "context":
      return { ...draft, context: text };
    case "exchanges":
      return { ...draft, exchanges: text };
    default: {
      const file = name.slice(5);
      return {
        ...draft,
        flows: draft.flows.map((flow) => (flow.name === file ? { name: file, source: text } : flow)),
      };
    }
  }
}

/** How the Calls text is to be read: in one format alone, and which of its turns, from 1; absent: as detected. */
export interface ImportChoice {
  readonly format?: FormatName | undefined;
  readonly turn?: number | undefined;
}

/** The draft whose `options.import` says that; an empty choice leaves no trace. */
export function withImport(draft: Draft, { format, turn }: ImportChoice): Draft {
  const given = draft.rest.get("options");
  const options = new Map<string, Json>(isJsonObject(given) ? given : []);
  const choice = new Map<string, Json>();
  if (format !== undefined) choice.set("format", format);
  if (turn !== undefined) choice.set("turn", BigInt(turn));
  if (choice.size > 0) options.set("import", choice);
  else options.delete("import");
  const rest = new Map(draft.rest);
  if (options.size > 0) rest.set("options", options);
  else rest.delete("options");
  return { ...draft, rest };
}

/** The draft with edits made in one document; ranges are those of its present text. */
export function withEdits(draft: Draft, name: DocumentName, edits: SuggestedFix["edits"]): Draft {
  const last = [...edits].sort((left, right) => right.range.start - left.range.start);
  const text = last.reduce(
    (current, { range, text: put }) => current.slice(0, range.start) + put + current.slice(range.end),
    documentOf(draft, name),
  );
  return withDocument(draft, name, text);
}

/** A draft as text for the browser's storage: without secret values. */
export function draftToStorage(draft: Draft, savedAtMs: number): Json {
  const { id, allowedOrigins } = draft;
  return fromPlain({ version: 1, id, savedAtMs, allowedOrigins, document: documentFromDraft(draft, "names") });
}

/** The draft that was stored, or undefined for what is not one of ours. */
export function draftFromStorage(stored: Json): Draft | undefined {
  if (!isJsonObject(stored) || stored.get("version") !== 1n) return undefined;
  const id = stored.get("id");
  const document = stored.get("document");
  if (typeof id !== "string" || !isJsonObject(document)) return undefined;
  return { ...draftFromDocument(document, id), allowedOrigins: textOf(stored.get("allowedOrigins")) };
}

/** The origins that a draft allows, and the lines that are none. */
export function originsOf(text: string): { readonly origins: readonly string[]; readonly bad: readonly string[] } {
  const lines = text.split(/\s+/).filter((line) => line !== "");
  const isOrigin = (line: string) =>
    URL.canParse(line) && /^https?:/.test(line) && new URL(line).href === `${new URL(line).origin}/`;
  return {
    origins: lines.filter(isOrigin).map((line) => new URL(line).origin),
    bad: lines.filter((line) => !isOrigin(line)),
  };
}
