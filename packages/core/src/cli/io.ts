import type { Problem } from "../index.ts";

/** What the command line reads and writes. Results go to `print`; progress, logs and errors to `error`. */
export interface Io {
  /** Rejects with a `UsageError` when there is no such file. */
  readonly read: (file: string) => Promise<string>;
  readonly print: (text: string) => void;
  readonly error: (text: string) => void;
  readonly colours: boolean;
  /** Aborts on an interrupt. */
  readonly signal: AbortSignal;
}

/** Unusable input or options: exit status 2. */
export class UsageError extends Error {}

/** `FILE:LINE:COLUMN: message`; a place inside a document of the scenario names that document too. */
export function problemLine(file: string, problem: Problem): string {
  const { where, message, hint } = problem;
  const document = where === undefined || where.document === "scenario" ? "" : `${where.document}: `;
  const place = where === undefined ? file : `${file}:${where.line}:${where.column}`;
  return `${place}: ${document}${message}${hint === undefined ? "" : ` ${hint}`}\n`;
}
