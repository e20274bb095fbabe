import { compactJson } from "../../json/print-json.ts";
import { isJsonObject, type Json } from "../../vocabulary/json.ts";
import { defineNode, type NodeResult, type NodeTask } from "../define-node.ts";
import type { Settings } from "../settings.ts";
import { llmAnswer } from "./llm-answer.ts";
import { llmBody } from "./llm-body.ts";
import { azureDeployment, type LlmMode, type LlmProvider, llmEndpoint, llmMode, llmProvider } from "./llm-endpoint.ts";
import { requestTimeoutMs } from "./request-timeout.ts";
import { answerValue, sendRequest } from "./send-request.ts";

/** Asks a model (spec 07 §6). */
export const llm = defineNode("llm", (task) => {
  const { settings, host, step } = task;
  const provider = llmProvider(settings);
  const mode = llmMode(settings);
  const model = modelOf(settings, provider, mode, host.env);
  const body = llmBody(settings, mode, model);
  const { url, headers, credentials } = llmEndpoint(settings, provider, mode, host.env);
  const prepared = {
    request: {
      node: "llm",
      step,
      method: "POST",
      url,
      headers: new Map([["content-type", "application/json"], ...headers]),
      body: compactJson(body),
    },
    credentials,
    timeoutMs: requestTimeoutMs(settings),
    maxBytes: Number(settings.whole("max_response_bytes") ?? host.limits.llmMaxResponseBytes),
  };
  return ask(task, prepared, { provider, mode, model });
});

type Used = { readonly provider: LlmProvider; readonly mode: LlmMode; readonly model: string };

async function ask(
  { settings, host }: NodeTask,
  prepared: Parameters<typeof sendRequest>[0],
  { provider, mode, model }: Used,
): Promise<NodeResult> {
  const answer = await sendRequest(prepared, host);
  const request = answer.shown;
  if (!answer.ok) return { ok: false, error: `llm: request failed: ${answer.error}`, request };
  const { status, body } = answer.response;
  const raw = answerValue(body);
  if (status < 200 || status > 299) {
    return { ok: false, error: `llm: request failed with status ${status}: ${saidWrong(raw)}`, request };
  }
  const outputKey = settings.text("output_key", "llm");
  const published: [string, Json][] = [
    ["model", model],
    ["provider", provider],
    ["mode", mode],
    ["status", BigInt(status)],
    ["success", true],
    ...llmAnswer(raw, mode),
  ];
  return { ok: true, output: new Map(published.map(([key, value]) => [`${outputKey}_${key}`, value])), request };
}

const STANDARD_MODEL = "gpt-5-mini";

function modelOf(settings: Settings, provider: LlmProvider, mode: LlmMode, env: NodeTask["host"]["env"]): string {
  const named = ["model", `${mode}_model`].map((key) => (settings.has(key) ? settings.filled(key).trim() : ""));
  const deployment = provider === "azure" ? azureDeployment(settings, mode, env) : settings.optionalText("deployment");
  return named.find((name) => name !== "") ?? deployment ?? STANDARD_MODEL;
}

const LONGEST_SAYING = 500;

/** The service's own message, where it has the usual form. */
function saidWrong(raw: Json): string {
  const error = isJsonObject(raw) ? raw.get("error") : undefined;
  const message = isJsonObject(error) ? error.get("message") : error;
  const text = typeof message === "string" ? message : typeof raw === "string" ? raw : compactJson(raw);
  return text.length > LONGEST_SAYING ? `${text.slice(0, LONGEST_SAYING).toWellFormed()}…` : text;
}
