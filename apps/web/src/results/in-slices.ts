/** Time after which the page gets its turn; with what comes beside it a frame is hardly missed. */
const SLICE_MS = 8;

/** Pieces between two looks at the clock. */
const PIECES_A_LOOK = 64;

/** Takes piece after piece, and lets the page go on every few milliseconds; ends early when the signal says so. */
export async function inSlices<T>(pieces: Iterable<T>, take: (piece: T) => void, signal?: AbortSignal): Promise<void> {
  let begunMs = performance.now();
  let count = 0;
  for (const piece of pieces) {
    take(piece);
    if (++count % PIECES_A_LOOK !== 0 || performance.now() - begunMs < SLICE_MS) continue;
    await othersTurn();
    if (signal?.aborted === true) return;
    begunMs = performance.now();
  }
}

function othersTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
