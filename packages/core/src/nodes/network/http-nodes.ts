import type { NodeImplementation } from "../../ports/node.ts";
import { isJsonArray, type Json } from "../../vocabulary/json.ts";
import { defineNode, type NodeResult, type NodeTask } from "../define-node.ts";
import { NodeFault } from "../node-fault.ts";
import { parseNumeric } from "../read-setting.ts";
import type { Settings } from "../settings.ts";
import { httpRequest } from "./http-request-settings.ts";
import { requestTimeoutMs } from "./request-timeout.ts";
import { type Answer, answerValue, type PreparedRequest, sendRequest } from "./send-request.ts";

/** `http_request` with any method, the others with their own; the settings are the same. */
export const httpNodes: ReadonlyMap<string, NodeImplementation> = new Map([
  ["http_request", httpNode("http_request", undefined)],
  ["http_get", httpNode("http_get", "GET")],
  ["http_post", httpNode("http_post", "POST")],
  ["http_put", httpNode("http_put", "PUT")],
  ["http_delete", httpNode("http_delete", "DELETE")],
]);

function httpNode(type: string, method: string | undefined): NodeImplementation {
  return defineNode(type, (task) => {
    const { settings, host, step } = task;
    const prepared = {
      ...httpRequest(settings, step, method),
      timeoutMs: requestTimeoutMs(settings),
      maxBytes: host.limits.maxHttpBodyBytes,
    };
    return exchange(task, prepared, statusRetries(settings));
  });
}

/** Further attempts for answers of certain statuses; a step's own retries are something else. */
interface StatusRetries {
  readonly most: number;
  readonly statuses: readonly number[];
  readonly backoffSeconds: number;
  readonly respectRetryAfter: boolean;
  readonly longestSeconds: number;
}

const MOST_STATUS_RETRIES = 100n;
const SHORTEST_SECONDS = 0.01;

function statusRetries(settings: Settings): StatusRetries {
  const most = settings.whole("status_retries") ?? settings.whole("max_status_retries") ?? 0n;
  if (most > MOST_STATUS_RETRIES) {
    throw new NodeFault(`${settings.node}: 'status_retries' must be at most ${MOST_STATUS_RETRIES}`);
  }
  const statuses = settings.value("retry_statuses");
  return {
    most: Number(most),
    statuses: isJsonArray(statuses) ? statuses.map(Number) : [],
    backoffSeconds: settings.number("status_retry_backoff") ?? 1,
    respectRetryAfter: settings.flag("respect_retry_after", true),
    longestSeconds: settings.number("max_retry_after") ?? 60,
  };
}

async function exchange(task: NodeTask, prepared: PreparedRequest, retries: StatusRetries): Promise<NodeResult> {
  const { host, settings } = task;
  for (let attempt = 1; ; attempt++) {
    const answer = await sendRequest(prepared, host);
    if (!answer.ok) return { ok: false, error: `${settings.node}: ${answer.error}`, request: answer.shown };
    const again = attempt <= retries.most && retries.statuses.includes(answer.response.status);
    if (!again || host.signal.aborted) return outcomeOf(settings, answer, attempt);
    await host.clock.sleep(pauseSeconds(retries, answer, attempt) * 1000, host.signal);
  }
}

type Answered = Extract<Answer, { ok: true }>;

function pauseSeconds(retries: StatusRetries, { response }: Answered, attempt: number): number {
  const asked = retries.respectRetryAfter ? parseNumeric(response.headers.get("retry-after") ?? "") : undefined;
  const seconds = asked ?? retries.backoffSeconds * 2 ** (attempt - 1);
  return Math.min(Math.max(seconds, SHORTEST_SECONDS), retries.longestSeconds);
}

function outcomeOf(settings: Settings, { response, shown }: Answered, attempts: number): NodeResult {
  const { status, headers, body } = response;
  const success = status >= 200 && status <= 299;
  if (!success && settings.flag("fail_on_status", true)) {
    return { ok: false, error: `${settings.node}: the answer has status ${status}`, request: shown };
  }
  const outputKey = settings.text("output_key", "http");
  const output = new Map<string, Json>([
    [`${outputKey}_status`, BigInt(status)],
    [`${outputKey}_data`, answerValue(body)],
    [`${outputKey}_headers`, new Map(headers)],
    [`${outputKey}_success`, success],
    [`${outputKey}_attempts`, BigInt(attempts)],
  ]);
  return { ok: true, output, request: shown };
}
