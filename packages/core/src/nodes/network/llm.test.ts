import { describe, expect, it } from "vitest";
import { parseJson } from "../../json/parse-json.ts";
import { compactJson } from "../../json/print-json.ts";
import type { Network } from "../../ports/host.ts";
import type { HttpRequest } from "../../vocabulary/exchange.ts";
import type { JsonObject } from "../../vocabulary/json.ts";
import { failure, json, publish, type TestHost, tryNode } from "../testing/run-node.ts";

/** Answers every request the same way and keeps what was asked. */
function network(answer: unknown, status = 200) {
  const requests: HttpRequest[] = [];
  const given: { timeoutMs: number; maxBytes: number }[] = [];
  const body = typeof answer === "string" ? answer : JSON.stringify(answer);
  const port: Network = {
    exchange(request, options) {
      requests.push(request);
      given.push(options);
      return Promise.resolve({ ok: true, response: { status, headers: new Map(), body } });
    },
  };
  return { network: port, requests, given };
}

const chat = (message: object, rest: object = {}) => ({ choices: [{ message }], ...rest });
const hello = chat({ role: "assistant", content: "hello" });

async function sent(config: object, context: object = {}, host: TestHost = {}): Promise<JsonObject> {
  const used = network(hello);
  await publish("llm", config, context, { network: used.network, ...host });
  const parsed = parseJson(used.requests[0]?.body ?? "");
  if (!parsed.ok || !(parsed.value instanceof Map)) throw new Error("no JSON object was sent");
  return parsed.value;
}

async function where(config: object, env: Record<string, string> = {}): Promise<HttpRequest> {
  const used = network(hello);
  await publish("llm", { prompt: "p", ...config }, {}, { network: used.network, env: new Map(Object.entries(env)) });
  const [request] = used.requests;
  if (request === undefined) throw new Error("nothing was sent");
  return request;
}

describe("[07 §6] what llm sends", () => {
  it("a prompt with its placeholders filled, a system prompt before it", async () => {
    expect(await sent({ prompt: "Hi ${ctx.n}", system_prompt: "Be ${ctx.how}" }, { n: "Ada", how: "kind" })).toEqual(
      json({
        model: "gpt-5-mini",
        messages: [
          { role: "system", content: "Be kind" },
          { role: "user", content: "Hi Ada" },
        ],
      }),
    );
    expect((await sent({ input_key: "q" }, { q: "what" })).get("messages")).toEqual(
      json([{ role: "user", content: "what" }]),
    );
  });

  it("messages with placeholders; messages_key verbatim", async () => {
    const messages = [{ role: "user", content: "${ctx.q}", parts: [{ text: "<${ctx.q}>" }] }];
    expect((await sent({ messages }, { q: "x" })).get("messages")).toEqual(
      json([{ role: "user", content: "x", parts: [{ text: "<x>" }] }]),
    );
    expect((await sent({ messages_key: "m" }, { m: messages, q: "x" })).get("messages")).toEqual(json(messages));
  });

  it("one source of messages and no more", async () => {
    const error = (config: object, context: object = {}) => failure("llm", config, context, network(hello));
    expect(await error({ messages: [], messages_key: "m" }, { m: [] })).toBe(
      "llm: provide either 'messages' or 'messages_key', not both",
    );
    expect(await error({})).toBe("llm: either 'prompt', 'input_key', 'messages', or 'messages_key' is required");
    expect(await error({ messages_key: "m" })).toBe("Key 'm' not found in context");
    expect(await error({ messages_key: "m" }, { m: "x" })).toBe("Value at 'm' is not an array");
    expect(await error({ mode: "responses", messages: [{}] })).toContain(
      "responses mode takes 'prompt' or 'input_key'",
    );
    expect(await error({ mode: "responses", messages_key: "m" }, { m: [] })).toContain("responses mode");
  });

  it("tools as an array, or one object; tool_choice as given", async () => {
    const tool = { type: "function", function: { name: "f" } };
    const body = await sent({ prompt: "p", tools: [tool], tool_choice: "required" });
    expect(body.get("tools")).toEqual(json([tool]));
    expect(body.get("tool_choice")).toBe("required");
    expect((await sent({ prompt: "p", tools: tool })).get("tools")).toEqual(json([tool]));
    expect((await sent({ prompt: "p" })).has("tools")).toBe(false);
  });

  it.each(["o1", "o1-mini", "o3", "gpt-5", "gpt-5-mini", "GPT-5.1"])("no temperature to %s", async (model) => {
    expect((await sent({ prompt: "p", model, temperature: 0.5 })).has("temperature")).toBe(false);
  });

  it("temperature and token limits under the names of the mode", async () => {
    const limits = { prompt: "p", model: "gpt-4o", temperature: "0.5", max_tokens: 7, max_output_tokens: 9 };
    expect(await sent(limits)).toEqual(
      json({
        model: "gpt-4o",
        messages: [{ role: "user", content: "p" }],
        temperature: 0.5,
        max_tokens: 7,
        max_completion_tokens: 9,
      }),
    );
    expect(await sent({ ...limits, mode: "responses" })).toEqual(
      json({ model: "gpt-4o", input: "p", temperature: 0.5, max_output_tokens: 9 }),
    );
    expect((await sent({ prompt: "p", mode: "responses", max_tokens: 7 })).get("max_output_tokens")).toBe(7n);
    expect(await failure("llm", { prompt: "p", temperature: "hot" }, {}, network(hello))).toBe(
      "'temperature' must be a finite number",
    );
  });

  it("extra last, over everything else", async () => {
    const body = await sent({ prompt: "p", model: "m", extra: { model: "x", seed: 1 } });
    expect(body.get("model")).toBe("x");
    expect(body.get("seed")).toBe(1n);
  });

  it("the model: model, that of the mode, deployment, gpt-5-mini", async () => {
    const model = async (config: object) => (await sent({ prompt: "p", ...config })).get("model");
    const names = { chat_model: "c", responses_model: "r", deployment: "d" };
    expect(await model({ model: "m", ...names })).toBe("m");
    expect(await model(names)).toBe("c");
    expect(await model({ mode: "responses", ...names })).toBe("r");
    expect(await model({ deployment: "d" })).toBe("d");
    expect(await model({})).toBe("gpt-5-mini");
  });

  it("instructions and input in responses mode; auto is chat unless it is asked for the other", async () => {
    expect(await sent({ mode: "responses", prompt: "p", system: "s" })).toEqual(
      json({ model: "gpt-5-mini", input: "p", instructions: "s" }),
    );
    expect((await sent({ mode: "auto", prompt: "p" })).has("messages")).toBe(true);
    expect((await sent({ mode: "auto", prompt: "p", responses_input: true })).has("input")).toBe(true);
  });

  it("to the place of each provider; unknown text means openai", async () => {
    const url = async (config: object, env = {}) => (await where(config, env)).url;
    expect(await url({})).toBe("https://api.openai.com/v1/chat/completions");
    expect(await url({ provider: "mystery", mode: "responses" })).toBe("https://api.openai.com/v1/responses");
    expect(await url({}, { OPENAI_BASE_URL: "http://local.test/v9/" })).toBe("http://local.test/v9/chat/completions");
    expect(await url({ provider: "openai_compatible", base_url: "http://a.test" })).toBe(
      "http://a.test/chat/completions",
    );
    expect(await url({ provider: "custom", base_url: "http://a.test", chat_path: "/talk" })).toBe("http://a.test/talk");
    expect(
      await url({ provider: "azure", azure_endpoint: "https://x.test/", deployment: "d", azure_api_version: "v" }),
    ).toBe("https://x.test/openai/deployments/d/chat/completions?api-version=v");
    expect(await failure("llm", { prompt: "p", provider: "custom" }, {}, network(hello))).toBe(
      "llm: provider 'custom' requires 'base_url'",
    );
  });

  it("with the key of the secrets or of the environment", async () => {
    const header = async (config: object, env: Record<string, string>, name: string) =>
      (await where(config, env)).headers.get(name);
    expect(await header({}, { OPENAI_API_KEY: "k-env" }, "authorization")).toBe("Bearer k-env");
    expect(await header({ api_key: "k-own" }, { OPENAI_API_KEY: "k-env" }, "authorization")).toBe("Bearer k-own");
    expect(await header({}, {}, "authorization")).toBeUndefined();
    const azure = { provider: "azure", azure_endpoint: "https://x.test", deployment: "d" };
    expect(await header(azure, { AZURE_OPENAI_API_KEY: "k" }, "api-key")).toBe("k");
    const custom = { provider: "custom", base_url: "http://a.test", auth_type: "api_key", auth_header: "x-key" };
    expect(await header({ ...custom, api_key: "k" }, {}, "x-key")).toBe("k");
  });

  it("within its limits of time and size", async () => {
    const used = network(hello);
    await publish("llm", { prompt: "p", timeout: 2.5, max_response_bytes: "10" }, {}, used);
    await publish("llm", { prompt: "p" }, {}, { network: used.network, limits: { llmMaxResponseBytes: 0 } });
    expect(used.given).toMatchObject([
      { timeoutMs: 2500, maxBytes: 10 },
      { timeoutMs: 30_000, maxBytes: Number.POSITIVE_INFINITY },
    ]);
  });
});

describe("[07 §6] what llm publishes", () => {
  const answer = (config: object, raw: unknown) => publish("llm", { prompt: "p", ...config }, {}, network(raw));

  it("every key of a chat without tool calls", async () => {
    const raw = chat({ content: "hello" }, { usage: { total_tokens: 3 } });
    expect(await answer({ model: "m" }, raw)).toEqual(
      json({
        llm_model: "m",
        llm_provider: "openai",
        llm_mode: "chat",
        llm_status: 200,
        llm_success: true,
        llm_raw: raw,
        llm_usage: { total_tokens: 3 },
        llm_text: "hello",
        llm_tool_calls: [],
        llm_tool_calls_normalized: [],
        llm_tool_call_needed: false,
        llm_tool_call_names: [],
      }),
    );
  });

  it("tool calls raw and normalised, with their names", async () => {
    const call = { id: "c1", type: "function", function: { name: "weather", arguments: '{"city":"Oslo"}' } };
    const output = await answer({ output_key: "a" }, chat({ content: null, tool_calls: [call, "odd"] }));
    expect(output.get("a_tool_calls")).toEqual(json([call]));
    expect(output.get("a_tool_calls_normalized")).toEqual(
      json([
        {
          id: "c1",
          index: 0,
          type: "function",
          name: "weather",
          raw_arguments: '{"city":"Oslo"}',
          arguments: { city: "Oslo" },
          raw_call: call,
        },
      ]),
    );
    expect(output.get("a_tool_call_needed")).toBe(true);
    expect(output.get("a_tool_call_names")).toEqual(["weather"]);
    expect(output.get("a_text")).toBe("<tool call requested>");
    expect(output.has("a_usage")).toBe(false);
    const delta = await answer({}, { choices: [{ delta: { tool_calls: [call] } }] });
    expect(delta.get("llm_tool_call_names")).toEqual(["weather"]);
  });

  it.each([
    [chat({ content: [{ type: "text", text: "a" }, { content: "b" }, "c"] }), "a b c"],
    [chat({ content: { text: { content: "deep" } } }), "deep"],
    [{ choices: [{ text: "old" }] }, "old"],
    [{ choices: [{ content: "direct" }] }, "direct"],
    [{ choices: [] }, "<no reply>"],
    [chat({ content: "" }), "<no reply>"],
    ["no json", "<no reply>"],
  ])("the reply of %j is %s", async (raw, text) => {
    expect((await answer({}, raw)).get("llm_text")).toBe(text);
  });

  it.each([
    [{ output_text: "said" }, "said"],
    [{ output: [{ content: [{ type: "output_text", text: "a" }] }, { content: [{ text: "b" }] }] }, "a b"],
    [{ output: [{ type: "function_call", name: "f" }] }, "<no reply>"],
  ])("responses mode: the reply of %j is %s, and never a tool call", async (raw, text) => {
    const output = await answer({ mode: "responses" }, raw);
    expect(output.get("llm_text")).toBe(text);
    expect(output.get("llm_mode")).toBe("responses");
    expect(output.get("llm_tool_calls")).toEqual([]);
    expect(output.get("llm_tool_call_needed")).toBe(false);
  });

  it("an answer that is no JSON as the text it is", async () => {
    expect((await answer({}, "plain")).get("llm_raw")).toBe("plain");
  });
});

describe("[07 §6] what goes wrong", () => {
  it("a status that is no success fails the step with what the service said", async () => {
    expect(await failure("llm", { prompt: "p" }, {}, network({ error: { message: "no quota" } }, 429))).toBe(
      "llm: request failed with status 429: no quota",
    );
    expect(await failure("llm", { prompt: "p" }, {}, network("x".repeat(900), 500))).toHaveLength(
      "llm: request failed with status 500: ".length + 501,
    );
  });

  it("without a network it says what it needs", async () => {
    expect(await failure("llm", { prompt: "p" })).toContain("llm needs the network, which this host does not lend");
  });

  it("the request is there for the reader, without its credentials, after success and failure", async () => {
    const key = "sk-canary/+1";
    const config = { prompt: `p ${key}`, api_key: key };
    const echoed = chat({ content: `you sent ${key}` });
    for (const status of [200, 500]) {
      const { outcome } = await tryNode("llm", config, {}, network(echoed, status));
      expect(outcome.request).toMatchObject({ node: "llm", step: "s", method: "POST" });
      expect(outcome.request?.headers.get("authorization")).toBe("[REDACTED]");
      expect(outcome.request?.body).toContain("p [REDACTED]");
      const output = outcome.ok ? compactJson(outcome.output) : outcome.error;
      expect([output, ...(outcome.request?.headers.values() ?? [])].join()).not.toContain(key);
    }
  });
});
