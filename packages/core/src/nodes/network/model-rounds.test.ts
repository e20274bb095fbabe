import { existsSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { validateFlow } from "../../flow/validate-flow.ts";
import { createInProcessRunner } from "../../host/index.ts";
import { systemClock, systemRandom } from "../../host/system-ports.ts";
import { compactJson } from "../../json/print-json.ts";
import { createLua, createLuaAnalysis, type LuaInstance } from "../../lua/index.ts";
import type { Runner } from "../../ports/runner.ts";
import { STANDARD_LIMITS } from "../../scenario/read-limits.ts";
import type { RunEvent } from "../../vocabulary/event.ts";

const root = new URL("../../../../../", import.meta.url);
let runner: Runner;
let lua: LuaInstance;
beforeAll(async () => {
  runner = await createInProcessRunner();
  lua = await createLua({ clock: systemClock, random: systemRandom });
});
afterAll(async () => {
  await runner.close();
  lua.close();
});

async function run(scenario: object) {
  const events: RunEvent[] = [];
  for await (const event of runner.run(JSON.stringify(scenario))) events.push(event);
  const end = events.at(-1);
  if (end?.type !== "run-end" || end.result.kind !== "flow") throw new Error("no flow ended");
  return { events, result: end.result };
}

function requests(events: readonly RunEvent[]) {
  return events.flatMap((event) => (event.type === "step-end" && event.request !== undefined ? [event.request] : []));
}

describe("[D] a bounded agent of several turns", () => {
  const example = () => JSON.parse(readFileSync(new URL("examples/bounded-agent.json", root), "utf8"));

  it("loops until the model asks for no more tools, with the conversation as it grew", async () => {
    const scenario = example();
    const { events, result } = await run(scenario);
    expect(result.status).toBe("success");
    expect(result.context?.get("answer")).toBe(scenario.expect.context.answer);
    expect(result.context?.get("turns")).toBe(3n);
    const bodies = requests(events).map(({ body }) => JSON.parse(body ?? "") as { messages: { role: string }[] });
    expect(bodies.map(({ messages }) => messages.map(({ role }) => role).join(" "))).toEqual([
      "system user",
      "system user assistant tool tool",
      "system user assistant tool tool assistant tool",
    ]);
  });

  it("ends with an error when the bound is reached first", async () => {
    const scenario = example();
    scenario.flows["main.lua"] = scenario.flows["main.lua"].replace("max_iterations = 4", "max_iterations = 2");
    const { result } = await run(scenario);
    expect(result.status).toBe("failed");
    expect(result.error).toContain("did not set 'repeat_done' to true within max_iterations (2)");
  });

  it("says which exchange is missing, ready to be copied, and shows the request all the same", async () => {
    const scenario = example();
    scenario.exchanges.length = 1;
    const { events, result } = await run(scenario);
    expect(result.error).toContain("no scripted exchange answers this request");
    const failed = events.find(
      (event) => event.type === "step-end" && event.step === "ask" && event.status === "failed",
    );
    expect(failed?.type === "step-end" && failed.error).toContain('{"match":{"node":"llm","step":"ask"},"request":');
    expect(failed?.type === "step-end" && failed.request?.url).toBe("https://api.openai.com/v1/chat/completions");
  });

  it("keeps a key of the secrets out of everything that it tells", async () => {
    const scenario = example();
    scenario.secrets = { openai_key: "sk-canary-0123456789" };
    scenario.flows["turn.lua"] = scenario.flows["turn.lua"].replace(
      'provider = "openai",',
      'provider = "openai", api_key = "${ctx.openai_key}",',
    );
    const { events, result } = await run(scenario);
    expect(result.status).toBe("success");
    expect(requests(events).map(({ headers }) => headers.get("authorization"))).toEqual(Array(3).fill("[REDACTED]"));
    const told = events.map((event) => JSON.stringify(event, (_, value) => plain(value))).join("\n");
    expect(told).not.toContain("sk-canary");
  });
});

function plain(value: unknown): unknown {
  if (typeof value === "bigint") return value.toString();
  return value instanceof Map ? [...value] : value;
}

describe("[D] the document's own example", () => {
  const document = new URL("../shared/product/tool_dispatch.txt", root);

  /** The flow as the document has it, or one of the same form where the document is not at hand. */
  function steps(): string {
    if (!existsSync(document)) return SAME_FORM;
    const text = readFileSync(document, "utf8");
    const last = ':depends_on("ask")';
    return text.slice(text.indexOf('flow:step("ask"'), text.lastIndexOf(last) + last.length);
  }

  const main = () => `local flow = Flow.new("document")\n${steps()}\nreturn flow\n`;

  it("loads and validates without a warning", async () => {
    const request = { source: main(), file: "main.lua", strict: true, limits: STANDARD_LIMITS, env: () => undefined };
    expect(validateFlow(request, lua, await createLuaAnalysis())).toEqual({
      outcome: "ok",
      valid: true,
      flow_name: "document",
      steps: 2,
      errors: [],
      warnings: [],
    });
  });

  it("runs with a scripted exchange", async () => {
    const asked = { name: "get_weather", arguments: '{"city":"Berlin"}' };
    const { events, result } = await run({
      kind: "flow",
      flows: {
        "main.lua": main(),
        "tool_weather_subworkflow.lua": `local flow = Flow.new("weather")
flow:step("w", function(ctx) return { tool_result_value = { city = ctx.city, sky = "clear" } } end)
return flow`,
      },
      exchanges: [
        {
          match: { node: "llm", step: "ask", body_contains: '"tool_choice":"required"' },
          response: {
            status: 200,
            body: {
              choices: [
                { message: { role: "assistant", tool_calls: [{ id: "c1", type: "function", function: asked }] } },
              ],
            },
          },
        },
      ],
    });
    expect(result.error).toBeUndefined();
    const { context } = result;
    expect(context?.get("assistant_tool_call_names")).toEqual(["get_weather"]);
    expect(compactJson(context?.get("tool_results_messages") ?? null)).toBe(
      '[{"content":"{\\"city\\":\\"Berlin\\",\\"sky\\":\\"clear\\"}","role":"tool","tool_call_id":"c1"}]',
    );
    const [request] = requests(events);
    expect(JSON.parse(request?.body ?? "")).toMatchObject({
      model: "gpt-5-mini",
      messages: [{ role: "user" }],
      tools: [{ type: "function", function: { name: "get_weather" } }],
    });
  });
});

const SAME_FORM = `flow:step("ask", nodes.llm({
    provider = "openai",
    mode = "chat",
    model = "gpt-5-mini",
    output_key = "assistant",
    messages = { { role = "user", content = "How is the sky over Berlin?" } },
    tools = { { type = "function", ["function"] = { name = "get_weather", parameters = { type = "object" } } } },
    tool_choice = "required",
}))
flow:step("run_tools", nodes.tool_dispatch({
    source_key = "assistant_tool_calls_normalized",
    output_key = "tool_results",
    tools = { get_weather = { flow = "tool_weather_subworkflow.lua", input = { city = "arguments.city" } } },
})):depends_on("ask")`;
