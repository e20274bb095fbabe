import type { HttpRequest, HttpResponse } from "../vocabulary/exchange.ts";

/** Time. Nothing in the core reads a clock in any other way. */
export interface Clock {
  /** Milliseconds since the epoch. */
  nowMs(): number;
  /** Milliseconds, never going back; for durations and deadlines. */
  monotonicMs(): number;
  /** Resolves after `ms`, or at once when the signal aborts; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export interface Random {
  /** Random version 4 UUID text. */
  uuid4(): string;
  /** Seed for Lua's `math.random`. */
  seed(): bigint;
}

/** Flow files by complete path; the folder of the scenario's flows is a folder of this. */
export interface Files {
  read(path: string): string | undefined;
  /** Paths there, for "did you mean". */
  list(): readonly string[];
}

export type NetworkOutcome =
  | { readonly ok: true; readonly response: HttpResponse }
  | { readonly ok: false; readonly error: string };

/** Scripted or real HTTP. */
export interface Network {
  exchange(
    request: HttpRequest,
    options: { timeoutMs: number; maxBytes: number; signal: AbortSignal },
  ): Promise<NetworkOutcome>;
}
