import { printJson } from "@tool-dispatch/core";
import type { Analysis } from "./analysis.ts";
import type { Draft } from "./draft.ts";
import type { RunView } from "./run-view.ts";

/** Runs that the history holds at most, pinned ones not counted. */
export const MOST_RUNS = 50;

/** What a run began with. */
export interface RunInput {
  readonly draft: Draft;
  readonly analysis: Analysis;
  /** The documents that differ from those of the run before; a sentence when it was another draft or the first run. */
  readonly changed: readonly string[];
}

/** A run that came to its end, with what it was made of. It lives in this page's memory, and never holds values of secrets. */
export interface KeptRun {
  readonly number: number;
  readonly run: RunView;
  readonly analysis: Analysis;
  /** The values of its secrets are empty. */
  readonly draft: Draft;
  readonly changed: readonly string[];
  readonly pinned: boolean;
}

export function keptRun(run: RunView, { draft, analysis, changed }: RunInput): KeptRun {
  return { number: run.number, run, analysis, draft: withoutSecretValues(draft), changed, pinned: false };
}

/** The history with one more run, oldest first; the oldest that nobody pinned goes when there are too many. */
export function remember(history: readonly KeptRun[], kept: KeptRun): readonly KeptRun[] {
  const all = [...history, kept];
  const loose = all.filter((one) => !one.pinned);
  const oldest = loose.length > MOST_RUNS ? loose[0] : undefined;
  return oldest === undefined ? all : all.filter((one) => one !== oldest);
}

export function withPin(history: readonly KeptRun[], number: number, pinned: boolean): readonly KeptRun[] {
  return history.map((one) => (one.number === number ? { ...one, pinned } : one));
}

/** The draft of an old run under an id of its own. Secrets get the values that are known now under the same names. */
export function restoredDraft(kept: KeptRun, present: Draft, id: string): Draft {
  const values = new Map(present.secrets.map(({ key, value }) => [key, value]));
  const secrets = kept.draft.secrets.map(({ key }) => ({ key, value: values.get(key) ?? "" }));
  return { ...kept.draft, id, secrets, allowedOrigins: present.allowedOrigins };
}

export function withoutSecretValues(draft: Draft): Draft {
  return { ...draft, secrets: draft.secrets.map(({ key }) => ({ key, value: "" })) };
}

/** The names of the documents in which two drafts differ, as a person knows them. */
export function changedDocuments(before: Draft | undefined, after: Draft): readonly string[] {
  if (before === undefined) return ["first run"];
  if (before.id !== after.id) return ["another draft"];
  const changed: string[] = [];
  if (before.calls !== after.calls) changed.push("Calls");
  if (before.tools !== after.tools) changed.push("Tools");
  if (before.context !== after.context) changed.push("Context");
  if (before.exchanges !== after.exchanges) changed.push("Exchanges");
  changed.push(...changedFlows(before, after));
  if (secretsText(before) !== secretsText(after)) changed.push("Secrets");
  if (before.allowedOrigins !== after.allowedOrigins) changed.push("allowed origins");
  if (printJson(before.rest) !== printJson(after.rest)) changed.push("settings");
  return changed;
}

function changedFlows(before: Draft, after: Draft): readonly string[] {
  const sources = new Map(before.flows.map(({ name, source }) => [name, source]));
  const names = new Set(after.flows.map(({ name }) => name));
  return [
    ...after.flows.filter(({ name, source }) => sources.get(name) !== source).map(({ name }) => name),
    ...before.flows.filter(({ name }) => !names.has(name)).map(({ name }) => `${name} (removed)`),
  ];
}

function secretsText({ secrets }: Draft): string {
  return JSON.stringify(secrets.map(({ key, value }) => [key, value]));
}
