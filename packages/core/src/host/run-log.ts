import { CallReports, type FinishedRun, type RunEvent, type UnstampedEvent } from "../index.ts";
import { missingEnds } from "./missing-ends.ts";

/**
 * The events of one run as its reader gets them. A worker that takes a run over tells it from the beginning: what the
 * reader knows already is left out, numbers and times go on where they were, and what began gets its end.
 */
export class RunLog {
  private readonly told: RunEvent[] = [];
  private readonly deliver: (events: readonly RunEvent[]) => void;
  /** What the current worker will tell again, and how often; undefined while the first worker tells everything. */
  private known: Map<string, number> | undefined;
  private offsetMs = 0;

  constructor(deliver: (events: readonly RunEvent[]) => void) {
    this.deliver = deliver;
  }

  get ended(): boolean {
    return this.told.at(-1)?.type === "run-end";
  }

  /** Another worker begins the run anew, `offsetMs` after the first one did. */
  beginAgain(offsetMs: number): void {
    this.offsetMs = offsetMs;
    this.known = new Map();
    for (const event of this.told) {
      const identity = identityOf(event);
      this.known.set(identity, (this.known.get(identity) ?? 0) + 1);
    }
  }

  add(events: readonly RunEvent[]): void {
    if (this.known === undefined) this.tell(events);
    else for (const event of events) this.addAgain(event, this.known);
  }

  /** The run's last words when no worker can say them: whatever is open ends, for `error` or because of a cancel. */
  endAbruptly(error: string | undefined, nowMs: number): void {
    this.tellUnstamped(missingEnds(this.told, nowMs, error), nowMs);
    this.tellUnstamped([{ type: "run-end", result: brokenRun(this.told, error, nowMs) }], nowMs);
  }

  private addAgain(event: RunEvent, known: Map<string, number>): void {
    const identity = identityOf(event);
    const times = known.get(identity) ?? 0;
    if (times > 0) {
      known.set(identity, times - 1);
      return;
    }
    const atMs = event.at_ms + this.offsetMs;
    if (event.type !== "run-end") {
      this.tellUnstamped([event], atMs);
      return;
    }
    this.tellUnstamped(missingEnds(this.told, atMs), atMs);
    const result = { ...event.result, duration_ms: event.result.duration_ms + this.offsetMs };
    this.tellUnstamped([{ type: "run-end", result }], atMs);
  }

  private tellUnstamped(events: readonly UnstampedEvent[], at_ms: number): void {
    this.tell(events.map((event, index): RunEvent => ({ ...event, seq: this.told.length + index, at_ms })));
  }

  private tell(events: readonly RunEvent[]): void {
    if (events.length === 0) return;
    this.told.push(...events);
    this.deliver(events);
  }
}

/** What an event tells, without its outcome: the same thing told twice has the same identity. */
function identityOf(event: RunEvent): string {
  switch (event.type) {
    case "run-start":
    case "run-end":
      return event.type;
    case "calls-read":
      return JSON.stringify([event.type, event.run, event.step]);
    case "call-start":
    case "input-resolved":
    case "call-end":
      return JSON.stringify([event.type, event.run, event.step, event.index]);
    case "step-start":
    case "step-end":
      return JSON.stringify([event.type, event.run, event.step, event.attempt]);
    case "log":
      return JSON.stringify([event.type, event.run, event.step, event.level, event.text]);
  }
}

function brokenRun(told: readonly RunEvent[], reason: string | undefined, duration_ms: number): FinishedRun {
  const outcome = reason === undefined ? "cancelled" : "error";
  const error = reason ?? "The run was cancelled";
  const base = { outcome, error, problems: [], duration_ms } as const;
  const [first] = told;
  if (first?.type !== "run-start") return { kind: "unreadable", ...base };
  if (first.kind === "validate") return { kind: "validate", ...base, valid: false, errors: [error], warnings: [] };
  const reports = new CallReports();
  for (const event of told) reports.add(event);
  return { kind: first.kind, ...base, calls: reports.list() };
}
