import type { RunEvent } from "../index.ts";

/**
 * Events on their way to one reader: as many wait as it has not taken yet. A reader that leaves early calls `onLeave`,
 * and goes once that settled.
 */
export class EventStream implements AsyncIterableIterator<RunEvent> {
  private waiting: RunEvent[] = [];
  private taken = 0;
  private ended = false;
  private readers: ((result: IteratorResult<RunEvent>) => void)[] = [];
  private readonly onLeave: () => Promise<void>;

  constructor(onLeave: () => Promise<void>) {
    this.onLeave = onLeave;
  }

  push(events: readonly RunEvent[]): void {
    for (const event of events) {
      const reader = this.readers.shift();
      if (reader === undefined) this.waiting.push(event);
      else reader({ done: false, value: event });
    }
  }

  end(): void {
    this.ended = true;
    for (const reader of this.readers) reader(END);
    this.readers = [];
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<RunEvent>> {
    const event = this.waiting[this.taken];
    if (event !== undefined) {
      this.taken++;
      if (this.taken === this.waiting.length) {
        this.waiting = [];
        this.taken = 0;
      }
      return Promise.resolve({ done: false, value: event });
    }
    if (this.ended) return Promise.resolve(END);
    return new Promise((resolve) => this.readers.push(resolve));
  }

  async return(): Promise<IteratorResult<RunEvent>> {
    this.waiting = [];
    this.taken = 0;
    await this.onLeave();
    this.end();
    this.waiting = [];
    return END;
  }
}

const END: IteratorReturnResult<undefined> = { done: true, value: undefined };
