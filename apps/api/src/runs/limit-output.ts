import type { FinishedRun, Json, RunEvent, Runner } from "@tool-dispatch/core";

/** What one run may tell. Its time and memory are bounded where it runs; this bounds what the server keeps of it. */
export interface OutputLimits {
  readonly logLines: number;
  /** Of all its log lines together. */
  readonly logCharacters: number;
  readonly calls: number;
  /** Characters of all its events together, as they are counted here: texts and keys, and eight for any other value. */
  readonly characters: number;
}

/**
 * A runner whose runs end with an error when they tell more than `limits`: further log lines are left out, the rest is
 * told to its end, without gaps in the numbers.
 */
export function limitOutput(runner: Runner, limits: OutputLimits): Runner {
  return {
    async *run(scenario, options = {}) {
      const controller = new AbortController();
      const { signal } = options;
      const abort = () => controller.abort();
      if (signal?.aborted) abort();
      signal?.addEventListener("abort", abort, { once: true });
      const meter = new Meter(limits);
      let seq = 0;
      try {
        for await (const event of runner.run(scenario, { ...options, signal: controller.signal })) {
          const over = meter.count(event);
          if (over !== undefined) abort();
          if (over !== undefined && event.type === "log") continue;
          yield { ...(event.type === "run-end" && over !== undefined ? cutShort(event, over) : event), seq: seq++ };
        }
      } finally {
        signal?.removeEventListener("abort", abort);
      }
    },
    close: () => runner.close(),
  };
}

class Meter {
  private readonly limits: OutputLimits;
  private logLines = 0;
  private logCharacters = 0;
  private calls = 0;
  private characters = 0;

  constructor(limits: OutputLimits) {
    this.limits = limits;
  }

  /** What of the run is too much now, in words. */
  count(event: RunEvent): string | undefined {
    if (event.type === "log") {
      this.logLines++;
      this.logCharacters += event.text.length;
    }
    if (event.type === "call-start") this.calls++;
    this.characters += charactersOf(event, this.limits.characters - this.characters);
    if (this.logLines > this.limits.logLines) return `${this.limits.logLines} log lines`;
    if (this.logCharacters > this.limits.logCharacters) return `${this.limits.logCharacters} characters of log`;
    if (this.calls > this.limits.calls) return `${this.limits.calls} calls`;
    if (this.characters > this.limits.characters) return `${this.limits.characters} characters`;
    return undefined;
  }
}

type RunEnd = Extract<RunEvent, { type: "run-end" }>;

function cutShort(event: RunEnd, limit: string): RunEnd {
  const error = `The run told more than ${limit}, which is the most that this server takes from one run.`;
  return { ...event, result: { ...withoutValues(event.result), outcome: "error", error } };
}

/** What was too much does not stay in the result either. */
function withoutValues(result: FinishedRun): FinishedRun {
  const { kind, problems, duration_ms } = result;
  if (kind === "dispatch") return { kind, outcome: "error", calls: [], problems, duration_ms };
  if (kind === "flow") return { kind, outcome: "error", status: "cancelled", calls: [], problems, duration_ms };
  return result;
}

type Told = Json | RunEvent | undefined | readonly Told[] | ReadonlyMap<string, Told> | object;

/** Counts until `most` is exceeded. */
function charactersOf(value: Told, most: number): number {
  if (typeof value === "string") return value.length + 2;
  if (typeof value !== "object" || value === null) return 8;
  let sum = 2;
  const members: Iterable<readonly [unknown, Told]> = value instanceof Map ? value : Object.entries(value);
  for (const [key, member] of members) {
    if (sum > most) return sum;
    sum += (typeof key === "string" ? key.length : 0) + charactersOf(member, most - sum);
  }
  return sum;
}
