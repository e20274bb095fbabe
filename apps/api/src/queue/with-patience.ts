import { setTimeout as sleep } from "node:timers/promises";
import { LastingFault } from "./lasting-fault.ts";

const PAUSE_MS = 200;

/** Repeats what fails because Redis is away for at most `patienceMs`, then throws the last reason. */
export async function withPatience<T>(work: () => Promise<T>, patienceMs: number): Promise<T> {
  const beganMs = performance.now();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof LastingFault || performance.now() - beganMs >= patienceMs) throw error;
      await sleep(PAUSE_MS);
    }
  }
}
