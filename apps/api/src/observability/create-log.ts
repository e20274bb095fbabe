import { scrubDiagnostics } from "@tool-dispatch/core";
import { type Logger, pino } from "pino";
import type { Settings } from "../settings/read-settings.ts";

/** What the server tells its operator: one JSON object a line. Neither bodies, headers, addresses nor queries go in. */
export type Log = Pick<Logger, "debug" | "info" | "warn" | "error">;

/** To standard error, so that standard output keeps the address for whoever started the server. */
export function createLog(level: Settings["logLevel"]): Log {
  const destination = pino.destination({ dest: 2, sync: false });
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
}

const LONGEST_MESSAGE = 500;

/** A fault for the log: where it happened and what it says, without credentials. */
export function faultFields(fault: unknown): Record<string, unknown> {
  if (!(fault instanceof Error)) return { fault: { type: typeof fault } };
  const code = "code" in fault ? String(fault.code) : undefined;
  const frames = (fault.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return {
    fault: {
      type: fault.name,
      ...(code === undefined ? {} : { code }),
      message: scrubDiagnostics(fault.message.slice(0, LONGEST_MESSAGE)),
      at: frames.slice(0, 8).map((line) => line.trim()),
    },
  };
}
