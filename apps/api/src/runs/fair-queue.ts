/**
 * A bounded waiting line that serves clients in turn: a client with a hundred jobs delays one with a single job by
 * one job, not by a hundred.
 */
export class FairQueue<T> {
  private readonly lines = new Map<string, T[]>();
  private count = 0;
  private readonly capacity: number;

  constructor(capacity: number) {
    this.capacity = capacity;
  }

  get size(): number {
    return this.count;
  }

  /** False when the queue is full. */
  push(client: string, job: T): boolean {
    if (this.count >= this.capacity) return false;
    const line = this.lines.get(client);
    if (line === undefined) this.lines.set(client, [job]);
    else line.push(job);
    this.count++;
    return true;
  }

  /** The oldest job of the client whose turn it is. */
  shift(): T | undefined {
    const turn = this.lines.entries().next();
    if (turn.done === true) return undefined;
    const [client, line] = turn.value;
    const job = line.shift();
    this.lines.delete(client);
    // Deleting and adding again puts the client at the end of the round.
    if (line.length > 0) this.lines.set(client, line);
    this.count--;
    return job;
  }

  /** Takes a waiting job out; false when it is not waiting. */
  remove(client: string, job: T): boolean {
    const line = this.lines.get(client);
    const at = line?.indexOf(job) ?? -1;
    if (line === undefined || at < 0) return false;
    line.splice(at, 1);
    if (line.length === 0) this.lines.delete(client);
    this.count--;
    return true;
  }
}
