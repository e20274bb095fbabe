import type { SourcePlace } from "@tool-dispatch/core";
import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";

/**
 * A problem document (RFC 9457; spec 11 §5). `detail` is for the person who sent the request: no path, stack or
 * host name of ours stands in it.
 */
export interface ProblemDocument {
  readonly status: ContentfulStatusCode;
  /** Stable; the last part of `type`. */
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly where?: SourcePlace;
  readonly problems?: readonly unknown[];
  readonly retryAfterSeconds?: number;
}

/** Thrown inside a handler, answered by the application's error handler. */
export class HttpProblem extends Error {
  readonly document: ProblemDocument;
  constructor(document: ProblemDocument) {
    super(document.detail);
    this.document = document;
  }
}

export function answerProblem(context: Context, document: ProblemDocument): Response {
  const { retryAfterSeconds, ...shown } = document;
  const headers: Record<string, string> = { "content-type": "application/problem+json; charset=utf-8" };
  if (retryAfterSeconds !== undefined) headers["retry-after"] = String(Math.max(1, Math.ceil(retryAfterSeconds)));
  return context.body(JSON.stringify({ type: `/problems/${document.code}`, ...shown }), document.status, headers);
}
