import type { ShareService } from "./share-service.ts";

const EVERY_MS = 60 * 60_000;

/** Removes expired links at the start and every hour; the answer stops it. A failed try is made again at the next. */
export function purgeNowAndThen(shares: ShareService, onFault: (fault: unknown) => void): () => void {
  const purge = () => void shares.purge().catch(onFault);
  purge();
  const timer = setInterval(purge, EVERY_MS).unref();
  return () => clearInterval(timer);
}
