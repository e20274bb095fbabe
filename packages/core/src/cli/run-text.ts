import {
  type CallReport,
  callId,
  callName,
  compactJson,
  type Difference,
  type FinishedRun,
  type Json,
  type Problem,
} from "../index.ts";
import { oneLine, type Paint, paint } from "./paint.ts";
import { referencesText } from "./references-text.ts";

/** A finished run for a person. */
export function runText(
  name: string,
  run: FinishedRun,
  differences: readonly Difference[] | undefined,
  colours: boolean,
): string {
  const style = paint(colours);
  const mark = differences === undefined ? outcomeMark(run, style) : expectationMark(differences, style);
  const head = `${mark} ${style.bold(name)} ${style.dim(`${run.duration_ms.toFixed(1)} ms`)}\n`;
  const body = differences?.length === 0 ? "" : bodyText(run, style);
  return `${head}${run.problems.map((problem) => problemText(problem, style)).join("")}${body}${differencesText(differences ?? [], style)}`;
}

function outcomeMark(run: FinishedRun, style: Paint): string {
  if (run.kind === "validate") return run.valid ? style.good("valid    ") : style.bad("invalid  ");
  return run.outcome === "ok" ? style.good("ok       ") : style.bad(run.outcome.padEnd(9));
}

function expectationMark(differences: readonly Difference[], style: Paint): string {
  return differences.length === 0 ? style.good("passed   ") : style.bad("different");
}

function problemText(problem: Problem, style: Paint): string {
  const { where } = problem;
  const place = where === undefined ? "" : `${where.document}:${where.line}:${where.column}: `;
  return `  ${style.warn(`${place}${problem.message}`)}\n`;
}

function bodyText(run: FinishedRun, style: Paint): string {
  const error = run.error === undefined ? "" : `  ${style.bad(run.error)}\n`;
  switch (run.kind) {
    case "dispatch":
      return run.calls.map((call) => callText(call, style)).join("") + error;
    case "flow":
      return tasksText(run, style) + error;
    case "validate":
      return run.errors.map((text) => `  ${style.bad(text)}\n`).join("") + warningsText(run, style);
    case "unreadable":
      return error;
  }
}

function callText({ call, references, outcome }: CallReport, style: Paint): string {
  const good = outcome.status === "success";
  const status = good ? style.good("ok") : style.bad(outcome.status);
  const head = `  ${callName(call)} ${style.dim(callId(call))}  ${status}\n`;
  return head + referencesText(references, style) + outcomeText(outcome, style);
}

function outcomeText(outcome: CallReport["outcome"], style: Paint): string {
  if (outcome.status === "error") return `    ${style.bad(outcome.error)}\n`;
  if (outcome.status === "cancelled" || outcome.status === "not-run") return "";
  const error = outcome.entry.get("error");
  const content = outcome.entry.get("content");
  const lines = [
    typeof error === "string" ? style.bad(error) : "",
    `→ ${oneLine(typeof content === "string" ? content : "")}`,
  ];
  return lines
    .filter((line) => line !== "")
    .map((line) => `    ${line}\n`)
    .join("");
}

function tasksText(run: Extract<FinishedRun, { kind: "flow" }>, style: Paint): string {
  return [...(run.tasks ?? [])]
    .map(([step, task]) => {
      const mark = task.status === "success" ? style.good(task.status) : style.bad(task.status);
      const reason = task.reason === undefined ? "" : style.dim(` (${task.reason})`);
      const output = task.output === undefined ? "" : style.dim(` ${oneLine(compactJson(task.output as Json), 80)}`);
      return `  ${step}  ${mark}${reason}${output}\n`;
    })
    .join("");
}

function warningsText(run: Extract<FinishedRun, { kind: "validate" }>, style: Paint): string {
  return run.warnings
    .map((warning) => {
      const step = warning.step === undefined ? "" : ` in step '${warning.step}'`;
      return `  ${style.warn(`${warning.line}:${warning.column}${step}: ${warning.message}`)}\n`;
    })
    .join("");
}

function differencesText(differences: readonly Difference[], style: Paint): string {
  return differences
    .map(({ path, expected, actual }) => {
      const found = actual === undefined ? "nothing" : compactJson(actual);
      return `  ${style.bad(path)}\n    expected  ${compactJson(expected)}\n    actual    ${found}\n`;
    })
    .join("");
}
