import { faultSentence } from "../json/fault-sentence.ts";
import { LineIndex } from "../json/place-at.ts";
import type { Parsed, Problem } from "../vocabulary/problem.ts";
import type { Note, SkippedCall } from "./found.ts";
import type { ImportedCalls } from "./imported-calls.ts";
import { stopReasons } from "./read-item.ts";
import type { Paste } from "./read-paste.ts";
import { isAnswered, type Turn } from "./turns.ts";

/** Lines and columns of the text, which is looked through only when one is asked for. */
export class Places {
  readonly text: string;
  private index: LineIndex | undefined;

  constructor(text: string) {
    this.text = text;
  }

  at(offset: number): { line: number; column: number } {
    this.index ??= new LineIndex(this.text);
    return this.index.at(offset);
  }
}

export function turnProblems(
  turns: readonly Turn[],
  number: number,
  asked: number | undefined,
  places: Places,
): Problem[] {
  const chosen = turns[number];
  if (chosen === undefined) return [];
  const at = (code: string, message: string) => problemOf({ code, message, node: chosen.node }, places);
  const problems: Problem[] = [];
  if (asked !== undefined && asked !== number)
    problems.push(at("no_such_turn", `There is no turn ${asked + 1}; turn ${number + 1} is taken.`));
  if (asked === undefined && isAnswered(chosen))
    problems.push(at("all_turns_answered", "Every call in this text has its answer already; the last turn is taken."));
  const group = chosen.alternative?.of;
  const alternatives = group === undefined ? [] : turns.filter((one) => one.alternative?.of === group);
  if (asked === undefined && alternatives.length > 1) {
    const message = `There are ${alternatives.length} answers to one question; the first one with calls is taken.`;
    problems.push(at("several_choices", message));
  }
  return problems;
}

const SKIPPED: Record<SkippedCall["reason"], string> = {
  provider_executed: "was run by the provider itself and is not dispatched.",
  answered: "has its result already and is not dispatched.",
  partial: "is not complete yet and is not dispatched.",
  awaits_approval: "waits for a person to allow it and is not dispatched.",
};

export function skippedProblems(skipped: readonly SkippedCall[], places: Places): Problem[] {
  return skipped.map(({ id, name, reason, node }) => {
    const message = `The call ${name === null ? "" : `of \`${name}\` `}${SKIPPED[reason]}`;
    const place = node.members?.get("type") ?? node.members?.get("state") ?? node;
    return { ...problemOf({ code: reason, message, detail: id ?? name ?? "", node: place }, places), severity: "info" };
  });
}

export function noCalls(paste: Paste, places: Places, skipped: readonly SkippedCall[]): Problem {
  const reasons = [...new Set(paste.values.flatMap((value) => stopReasons(value)))];
  const ran = skipped.length > 0 ? " but those that the provider ran itself" : "";
  const told = reasons.length === 0 ? "" : ` The provider says: ${reasons.join(", ")}.`;
  const node = paste.values[0]?.node ?? { range: { start: 0, end: places.text.length } };
  return problemOf({ code: "no_calls", message: `There is no tool call in this text${ran}.${told}`, node }, places);
}

export function problemOf({ node, ...note }: Note, places: Places): Problem {
  const where = { document: "calls", ...places.at(node.range.start) };
  return { severity: "warning", ...note, where, range: node.range };
}

export function refused(
  fault: { code: string; message: string; offset: number },
  places: Places,
): Parsed<ImportedCalls> {
  const { code, offset } = fault;
  const message = faultSentence(fault.message);
  const where = { document: "calls", ...places.at(offset) };
  const range = { start: offset, end: offset + 1 };
  return { ok: false, problems: [{ code, message, severity: "error", where, range }] };
}
