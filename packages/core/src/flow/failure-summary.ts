import { compareCodePoints } from "../json/sort-keys.ts";
import { utf8Length } from "../json/utf8-length.ts";
import type { Redactor } from "../redaction/create-redactor.ts";
import type { FlowPlace } from "../vocabulary/event.ts";
import type { RunStatus } from "../vocabulary/flow.ts";

/** A failure that no recovery step resolved. `message` is the failure text of spec 03 §5, scrubbed. */
export interface UnresolvedFailure {
  readonly step: string;
  readonly message: string;
  readonly where?: FlowPlace;
}

const MOST_FAILURES = 8;
const NAME_BYTES = 128;
const MESSAGE_BYTES = 768;
const CUT = "...[truncated]";

/** `finished with status: …`, with the reasons when tasks failed (spec 05 §4); null on success. */
export function terminalReason(
  status: RunStatus,
  failures: readonly UnresolvedFailure[],
  redactor: Redactor,
): string | null {
  if (status === "success") return null;
  const reason = `finished with status: ${status}`;
  return status === "failed" && failures.length > 0 ? `${reason}: ${summariseFailures(failures, redactor)}` : reason;
}

/** The bounded, redacted summary of spec 05 §5. Names and messages are cleaned before they are cut. */
export function summariseFailures(failures: readonly UnresolvedFailure[], redactor: Redactor): string {
  const sorted = [...failures].sort((a, b) => compareCodePoints(a.step, b.step));
  const parts = sorted.slice(0, MOST_FAILURES).map(({ step, message }) => {
    const name = cut(redactor.diagnostics(step), NAME_BYTES);
    return `task '${name}': ${cut(redactor.diagnostics(message), MESSAGE_BYTES)}`;
  });
  const omitted = sorted.length - parts.length;
  if (omitted > 0) parts.push(`${omitted} additional task failure(s) omitted`);
  return parts.join("; ");
}

/** At most `limitBytes` bytes of UTF-8, the ending included, cut at a character boundary. */
function cut(text: string, limitBytes: number): string {
  if (utf8Length(text) <= limitBytes) return text;
  let left = limitBytes - CUT.length;
  let kept = "";
  for (const character of text) {
    left -= utf8Length(character);
    if (left < 0) break;
    kept += character;
  }
  return kept + CUT;
}
