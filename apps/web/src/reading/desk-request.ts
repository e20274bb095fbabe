import {
  type CallReport,
  checkMessages,
  type Exposure,
  exposureReport,
  isJsonObject,
  type JsonObject,
  type Problem,
  parseJson,
  type Reply,
  type ReplyFormat,
  reply,
} from "@tool-dispatch/core";
import type { Analysis } from "../store/analysis.ts";
import { outlinedAnalysis } from "./outlined-analysis.ts";
import { createReader, type ReadRequest } from "./read-request.ts";

/** What the page asks of a reading worker. */
export type DeskRequest =
  | ({ readonly type: "documents" } & ReadRequest)
  | { readonly type: "exposure"; readonly context: string; readonly secrets: JsonObject; readonly calls: SentCalls }
  | { readonly type: "reply"; readonly format: ReplyFormat; readonly calls: SentCalls };

/** The calls of a finished run; "same": those of the request before. */
export type SentCalls = readonly CallReport[] | "same";

/** The reply to a provider, with what the provider and the person should know of it. */
export interface CheckedReply {
  readonly body: Reply["body"];
  readonly problems: readonly Problem[];
}

export type DeskAnswer = Analysis | readonly Exposure[] | CheckedReply;

/** Answers one request after the other; of the last ones it keeps the documents and the calls. */
export function createDesk(): (request: DeskRequest) => DeskAnswer {
  const read = createReader();
  let calls: readonly CallReport[] = [];
  return (request) => {
    if (request.type === "documents") return outlinedAnalysis(read(request), request.draft.secrets);
    if (request.calls !== "same") calls = request.calls;
    return request.type === "reply"
      ? checkedReply(calls, request.format)
      : exposure(request.context, request.secrets, calls);
  };
}

export function checkedReply(calls: readonly CallReport[], format: ReplyFormat): CheckedReply {
  const { body, problems } = reply(calls, format);
  return { body, problems: [...problems, ...checkMessages(calls)] };
}

/** `context` is the text that was last readable. */
export function exposure(context: string, secrets: JsonObject, calls: readonly CallReport[]): readonly Exposure[] {
  const parsed = parseJson(context);
  const value = parsed.ok && isJsonObject(parsed.value) ? parsed.value : new Map();
  return exposureReport({ context: value, secrets, calls });
}
