import type { Journal, LuaOutcome, NetworkOutcome, SpentBudget } from "../index.ts";
import { boardKey } from "./execution-board.ts";

/** An execution that finished, one whose worker had to be killed, or a request that was answered. */
export type JournalEntry =
  | { readonly key: string; readonly outcome: LuaOutcome }
  | { readonly key: string; readonly answer: NetworkOutcome }
  | { readonly key: string; readonly spent: SpentBudget };

/**
 * The journal of one run inside a worker. A step that is retried names its children again, so the n-th execution under
 * a key is told apart by its number: runs of one scenario begin those of one key in the same order.
 */
export class RunJournal implements Journal {
  private readonly finished = new Map<string, LuaOutcome>();
  private readonly answers = new Map<string, NetworkOutcome>();
  private readonly killed = new Map<string, SpentBudget>();
  private readonly times = new Map<string, number>();
  private fresh: JournalEntry[] = [];
  private name: string | undefined;
  /** An execution was asked for that the entries did not know: the run is as far as it ever was. */
  caughtUp = false;

  constructor(entries: readonly JournalEntry[]) {
    for (const entry of entries) {
      if ("spent" in entry) this.killed.set(entry.key, entry.spent);
      else if ("answer" in entry) this.answers.set(entry.key, entry.answer);
      else this.finished.set(entry.key, entry.outcome);
    }
  }

  recall(key: string): LuaOutcome | undefined {
    this.name = this.numbered(key);
    const outcome = this.finished.get(this.name);
    if (outcome === undefined) this.caughtUp = true;
    return outcome;
  }

  began(key: string): void {
    this.name ??= this.numbered(key);
  }

  ended(_key: string, outcome: LuaOutcome): void {
    if (this.name !== undefined) this.fresh.push({ key: this.name, outcome });
    this.name = undefined;
  }

  async answer(request: string, ask: () => Promise<NetworkOutcome>): Promise<NetworkOutcome> {
    const number = (this.times.get(request) ?? 0) + 1;
    this.times.set(request, number);
    const key = `${number}~${request}`;
    const known = this.answers.get(key);
    if (known !== undefined) return known;
    this.caughtUp = true;
    const answer = await ask();
    this.fresh.push({ key, answer });
    return answer;
  }

  /** The execution that runs now; one that nobody announced has the name of its kind. */
  current(kind: string): string {
    return boardKey(this.name ?? this.numbered(kind));
  }

  /** The name of work outside Lua that begins now. */
  work(name: string): string {
    return this.numbered(name);
  }

  /** The budget for which an execution was killed in an earlier worker. */
  spent(key: string): SpentBudget | undefined {
    return this.killed.get(key);
  }

  /** Entries since the last time. */
  take(): readonly JournalEntry[] {
    const taken = this.fresh;
    this.fresh = [];
    return taken;
  }

  private numbered(key: string): string {
    const number = (this.times.get(key) ?? 0) + 1;
    this.times.set(key, number);
    return boardKey(`${number}~${key}`);
  }
}
