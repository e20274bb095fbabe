/** An event as it goes over the wire: its JSON text, encoded once for all listeners. */
export interface WireEvent {
  readonly seq: number;
  readonly type: string;
  readonly data: string;
}

/**
 * The events of one run, numbered from 0 without gaps, kept so that a reader may come late or come back. Append-only;
 * ended by the event `run-end`, or closed before it when this process will not hear of more.
 */
export class EventLog {
  private readonly events: WireEvent[] = [];
  private wakers = new Set<() => void>();
  private done = false;
  /** Characters kept, a stand-in for memory. */
  size = 0;

  get ended(): boolean {
    return this.done;
  }

  get length(): number {
    return this.events.length;
  }

  append(event: WireEvent): void {
    if (this.done) throw new Error("an event after run-end");
    if (event.seq !== this.events.length) throw new Error(`event ${event.seq} where ${this.events.length} is next`);
    this.events.push({ ...event, data: inOnePiece(event.data) });
    this.size += event.data.length;
    if (event.type === "run-end") this.done = true;
    this.wake();
  }

  /** Readers get what is there and come to their end. */
  close(): void {
    this.done = true;
    this.wake();
  }

  /** Every event from number `from` on, waiting for new ones until the run ended or the signal aborts. */
  async *read(from: number, signal: AbortSignal): AsyncGenerator<WireEvent> {
    for (let next = from; ; ) {
      const event = this.events[next];
      if (event !== undefined) {
        yield event;
        next++;
      } else if (this.done || signal.aborted) {
        return;
      } else {
        await this.change(signal);
      }
    }
  }

  private wake(): void {
    const wakers = this.wakers;
    this.wakers = new Set();
    for (const wake of wakers) wake();
  }

  private change(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        this.wakers.delete(wake);
        signal.removeEventListener("abort", wake);
        resolve();
      };
      this.wakers.add(wake);
      signal.addEventListener("abort", wake, { once: true });
    });
  }
}

/** JSON text as one string: one that was put together piece by piece keeps its pieces, several times its own size. */
function inOnePiece(text: string): string {
  return Buffer.from(text, "utf8").toString("utf8");
}
