/** What failed will fail again: repeating does not help. */
export class LastingFault extends Error {}
