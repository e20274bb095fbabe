/** Wakes one waiter; a ring that comes before the waiter is not lost. */
export class Bell {
  private rung = false;
  private wake: (() => void) | undefined;

  readonly ring = (): void => {
    this.rung = true;
    this.wake?.();
  };

  /** Resolves after a ring, after `mostMs`, or when the signal aborts. */
  async wait(mostMs: number, signal: AbortSignal): Promise<void> {
    if (!this.rung && !signal.aborted) await this.next(mostMs, signal);
    this.rung = false;
  }

  private next(mostMs: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", wake);
        this.wake = undefined;
        resolve();
      };
      const timer = setTimeout(wake, mostMs);
      signal.addEventListener("abort", wake, { once: true });
      this.wake = wake;
    });
  }
}
