import type { Machine } from "./vm/machine.ts";

const STATE_WORDS = 8;

/**
 * Seeds of `math.random`. A snapshot would repeat the same numbers in every call, so each call gets a fresh state,
 * drawn from a generator that the host seeded once (Sebastiano Vigna's splitmix in its 32-bit form).
 */
export class Randomness {
  /** Where Lua keeps the 32 bytes of its generator. */
  stateAddress = 0;
  #counter: number;
  readonly #given = new Uint32Array(STATE_WORDS);

  constructor(seed: bigint) {
    this.#counter = Number(BigInt.asUintN(32, seed ^ (seed >> 32n)));
  }

  reseed(machine: Machine): void {
    for (let i = 0; i < STATE_WORDS; i++) {
      const word = this.#next();
      this.#given[i] = word;
      machine.u32[(this.stateAddress >> 2) + i] = word;
    }
  }

  /** Whether a number was drawn or a seed set since {@link reseed}. */
  wasUsed(machine: Machine): boolean {
    return this.#given.some((word, i) => machine.u32[(this.stateAddress >> 2) + i] !== word);
  }

  #next(): number {
    this.#counter = (this.#counter + 0x9e37_79b9) >>> 0;
    let mixed = this.#counter;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0_aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a_2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  }
}
