import type { CallReport, Exposure, JsonObject, ReplyFormat } from "@tool-dispatch/core";
import type { Analysis } from "../store/analysis.ts";
import type { CheckedReply, DeskAnswer, DeskRequest } from "./desk-request.ts";
import type { ReadRequest } from "./read-request.ts";

/**
 * Work on large documents and results, beside the page; where there is no worker, in it. A question that has to wait
 * makes room for a newer one of its kind, and is then never answered.
 */
export interface ReadingDesk {
  readonly documents: (request: ReadRequest) => Promise<Analysis>;
  readonly exposure: (
    context: string,
    secrets: JsonObject,
    calls: readonly CallReport[],
  ) => Promise<readonly Exposure[]>;
  readonly reply: (calls: readonly CallReport[], format: ReplyFormat) => Promise<CheckedReply>;
}

interface Question {
  readonly request: DeskRequest;
  readonly settle: (answer: DeskAnswer) => void;
}

/** One worker, begun with the first question; one question at a time. */
export function openReadingDesk(): ReadingDesk {
  let worker: Worker | undefined;
  let asked: Question | undefined;
  let waiting: Question[] = [];
  /** The calls that the worker has. */
  let sent: readonly CallReport[] | undefined;

  const next = () => {
    asked = waiting.shift();
    if (asked === undefined) return;
    worker ??= open();
    worker.postMessage(once(asked.request));
  };
  /** A copy of large results costs: they are sent once. */
  const once = (request: DeskRequest): DeskRequest => {
    if (request.type === "documents" || request.calls === "same") return request;
    if (request.calls === sent) return { ...request, calls: "same" };
    sent = request.calls;
    return request;
  };
  const settle = (answer: DeskAnswer) => {
    asked?.settle(answer);
    next();
  };
  const open = () => {
    const opened = new Worker(new URL("./read-worker.ts", import.meta.url), { type: "module", name: "reader" });
    opened.addEventListener("message", ({ data }: MessageEvent<DeskAnswer>) => settle(data));
    opened.addEventListener("error", async () => {
      opened.terminate();
      worker = undefined;
      sent = undefined;
      const { createDesk } = await import("./desk-request.ts");
      if (asked !== undefined) settle(createDesk()(asked.request));
    });
    return opened;
  };
  function ask<T extends DeskAnswer>(request: DeskRequest): Promise<T> {
    return new Promise((resolve) => {
      waiting = waiting.filter((one) => one.request.type !== request.type);
      waiting.push({ request, settle: (answer) => resolve(answer as T) });
      if (asked === undefined) next();
    });
  }

  return {
    documents: (request) => ask({ type: "documents", ...request }),
    exposure: (context, secrets, calls) => ask({ type: "exposure", context, secrets, calls }),
    reply: (calls, format) => ask({ type: "reply", format, calls }),
  };
}
