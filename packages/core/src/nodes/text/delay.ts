import { defineNode } from "../define-node.ts";
import { NodeFault } from "../node-fault.ts";

/** Waits for `seconds` (spec 07 §5). */
export const delay = defineNode("delay", ({ settings, host }) => {
  const seconds = settings.number("seconds") ?? 1;
  if (seconds < 0) throw new NodeFault("delay seconds must be a finite, non-negative number of seconds");
  const output = [["delay_seconds", seconds]] as const;
  return seconds === 0 ? output : host.clock.sleep(seconds * 1000, host.signal).then(() => output);
});
