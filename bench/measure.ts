import type { Contestant } from "./contestants/contestant.ts";
import type { Sampling } from "./workloads.ts";

export interface Sample {
  readonly cpuUs: number;
  readonly wallUs: number;
}

/**
 * Rounds in which every contestant runs, in random order; CPU of the whole process, threads included. Reading the CPU
 * time takes some 20 µs itself, so a sample of a short job is the mean of several runs in a row.
 */
export async function measure(
  contestants: readonly Contestant[],
  { rounds, runs }: Sampling,
  warmUpMs = 2000,
): Promise<ReadonlyMap<string, Sample[]>> {
  const samples = new Map<string, Sample[]>(contestants.map(({ name }) => [name, []]));
  for (const contestant of contestants) await warmUp(contestant, warmUpMs);
  for (let round = 0; round < rounds; round++) {
    for (const contestant of shuffled(contestants)) {
      samples.get(contestant.name)?.push(await sampleOf(contestant, runs));
    }
  }
  return samples;
}

/** Nobody is measured while the engine still compiles: up to 10,000 runs, but no longer than this; three runs at least. */
async function warmUp({ run }: Contestant, warmUpMs: number): Promise<void> {
  const endMs = performance.now() + warmUpMs;
  for (let count = 0; count < 10_000 && (count < 3 || performance.now() < endMs); count++) await run();
}

async function sampleOf({ run }: Contestant, runs: number): Promise<Sample> {
  const began = process.hrtime.bigint();
  const cpu = process.cpuUsage();
  for (let count = 0; count < runs; count++) await run();
  const { user, system } = process.cpuUsage(cpu);
  return { cpuUs: (user + system) / runs, wallUs: Number(process.hrtime.bigint() - began) / 1000 / runs };
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

export function summary(samples: readonly Sample[]) {
  return { cpu: spread(samples.map((sample) => sample.cpuUs)), wall: spread(samples.map((sample) => sample.wallUs)) };
}

export function spread(values: readonly number[]): { median: number; p95: number } {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { median: at(0.5), p95: at(0.95) };
}
