import { NodeFault } from "../node-fault.ts";
import type { Settings } from "../settings.ts";

const STANDARD_SECONDS = 30;

/** `timeout` in seconds, 30 when nothing is said. */
export function requestTimeoutMs(settings: Settings): number {
  const seconds = settings.number("timeout") ?? STANDARD_SECONDS;
  if (seconds <= 0) throw new NodeFault(`${settings.node} 'timeout' must be greater than 0`);
  return seconds * 1000;
}
