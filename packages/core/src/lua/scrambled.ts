/** A one-to-one mixing of 32-bit numbers: objects keep distinct, stable identities that are no addresses. */
export function scrambled(address: number): number {
  let mixed = Math.imul(address ^ 0x5bd1_e995, 0x9e37_79b1);
  mixed ^= mixed >>> 15;
  mixed = Math.imul(mixed, 0x85eb_ca6b);
  mixed ^= mixed >>> 13;
  return mixed >>> 0;
}
