/** So many at the same time and no more; others wait in order, a bounded number of them. */
export class Slots {
  private free: number;
  private readonly mostWaiting: number;
  private readonly waiting: (() => void)[] = [];

  constructor(count: number, mostWaiting: number) {
    this.free = count;
    this.mostWaiting = mostWaiting;
  }

  /** True while another one would neither start at once nor find a place to wait. */
  get full(): boolean {
    return this.free === 0 && this.waiting.length >= this.mostWaiting;
  }

  /** Does `work` when its turn has come; the caller has looked at `full`. */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free--;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.free++;
      else next();
    }
  }
}
