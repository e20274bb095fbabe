import { type Json, prettyJson } from "@tool-dispatch/core";
import type { KeptRun } from "../store/kept-run.ts";

/** What happened in a run, for an issue or a pull request: calls, references that became null, results, errors. */
export function markdownReport({ run, analysis, draft }: KeptRun): string {
  const { result } = run;
  const parts = [`# ${inline(draft.title === "" ? "Tool dispatch" : draft.title)}`];
  if (draft.about !== "") parts.push(inline(draft.about));
  parts.push(
    `Outcome: **${result?.outcome ?? "none"}**, in the ${run.host}, at ${new Date(run.startedAtMs).toISOString()}.`,
  );
  if (result?.error !== undefined) parts.push("## Error", fenced(result.error));
  if (analysis.views.length > 0) parts.push("## Calls", callTable(run, analysis.views));
  for (const view of analysis.views) parts.push(...callParts(view, run));
  if (result?.kind === "flow") parts.push("## Final context", fenced(prettyJson(result.context ?? new Map()), "json"));
  if (draft.secrets.length > 0)
    parts.push(`Secrets, by name alone: ${draft.secrets.map(({ key }) => code(key)).join(", ")}.`);
  return `${parts.join("\n\n")}\n`;
}

type Views = KeptRun["analysis"]["views"];

function callTable(run: KeptRun["run"], views: Views): string {
  const rows = views.map((view) => {
    const call = run.calls.get(view.index);
    const lost = view.references.filter((one) => one.reason !== null).map((one) => code(one.key));
    return `| ${view.index} | ${code(view.name)} | ${code(view.id)} | ${call?.status ?? "not-run"} | ${lost.join(", ")} |`;
  });
  return ["| # | Tool | Id | Status | Null for a reason |", "| --- | --- | --- | --- | --- |", ...rows].join("\n");
}

function callParts(view: Views[number], run: KeptRun["run"]): readonly string[] {
  const parts = [`### Call ${view.index}: ${code(view.name)}`];
  const inputs = view.references.map(({ key, reference, reason, value, message }) => {
    const from = reference === undefined ? "" : ` from ${code(reference)}`;
    return `- ${code(key)}${from}: ${reason === null ? code(typeof value === "string" ? value : prettyJson(value)) : `null. ${inline(message)}`}`;
  });
  if (inputs.length > 0) parts.push(inputs.join("\n"));
  const outcome = run.calls.get(view.index)?.outcome;
  if (outcome?.status === "error") return [...parts, fenced(outcome.error)];
  if (outcome === undefined || !("entry" in outcome)) return parts;
  const error = outcome.entry.get("error");
  if (typeof error === "string") parts.push("Error:", fenced(error));
  return [...parts, "Result:", fenced(text(outcome.entry.get("result")), "json")];
}

function text(value: Json | undefined): string {
  return value === undefined ? "" : prettyJson(value);
}

/** A block whose fence is longer than any within, so that no text ends it. */
function fenced(content: string, language = "text"): string {
  const fence = "`".repeat(Math.max(3, longestTicks(content) + 1));
  return `${fence}${language}\n${content}\n${fence}`;
}

/** Code within a line, or within a cell of a table. */
function code(content: string): string {
  const line = content.replace(/\s+/g, " ").replaceAll("|", "\\|");
  if (line.trim() === "") return "(empty)";
  const ticks = "`".repeat(longestTicks(line) + 1);
  return ticks === "`" ? `\`${line}\`` : `${ticks} ${line} ${ticks}`;
}

function longestTicks(content: string): number {
  return Math.max(0, ...[...content.matchAll(/`+/g)].map(([ticks]) => ticks.length));
}

/** Prose in which nothing but code between backticks is markup. */
function inline(content: string): string {
  return content
    .replace(/\s+/g, " ")
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/[\\*_[\]<>|#~`]/g, "\\$&")))
    .join("");
}
