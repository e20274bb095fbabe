import { AIMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { tool as aiTool, generateText } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { z } from "zod";
import { createNodeRunner, systemClock, systemRandom } from "../packages/core/src/host/index.ts";
import {
  conduct,
  createMemoryCache,
  FlowLoader,
  type Json,
  parseJson,
  type RunEvent,
  readScenario,
} from "../packages/core/src/index.ts";
import { createLua } from "../packages/core/src/lua/index.ts";
import type { Workload } from "./workloads.ts";

/** One way to get the calls of a workload done; returns the number of tool messages, so that nobody can cheat. */
export interface Contestant {
  readonly name: string;
  readonly run: () => unknown;
  readonly close?: () => Promise<void>;
}

/** Ours in this thread: the text of the calls is read, references resolved, Lua run, results collected, events made. */
export async function oursInProcess(workload: Workload): Promise<Contestant> {
  const read = readScenario(workload.scenario);
  if (!read.ok) throw new Error("the workload is no scenario");
  const scenario = read.value;
  const lua = await createLua({ clock: systemClock, random: systemRandom });
  const loader = new FlowLoader();
  const ports = { lua, clock: systemClock, random: systemRandom, cache: createMemoryCache(10), loader };
  const { signal } = new AbortController();
  return {
    name: "ours, in process",
    run: () => {
      const calls = parseJson(workload.callsText);
      const context = new Map<string, Json>([["calls", calls.ok ? calls.value : null]]);
      let events = 0;
      const run = conduct({ ...scenario, context }, ports, () => events++, signal);
      if (run instanceof Promise || run.kind !== "dispatch" || run.outcome !== "ok") throw new Error("the run failed");
      return events;
    },
    close: async () => lua.close(),
  };
}

/** Ours in a thread of its own: the scenario goes over as text, every event comes back. */
export function oursInWorker(workload: Workload): Contestant {
  const runner = createNodeRunner();
  return {
    name: "ours, in a worker",
    run: async () => {
      let last: RunEvent | undefined;
      for await (const event of runner.run(workload.scenario)) last = event;
      if (last?.type !== "run-end" || last.result.outcome !== "ok") throw new Error("the run failed");
    },
    close: () => runner.close(),
  };
}

const anyArguments = z.record(z.string(), z.unknown());

/** LangGraph's ToolNode over plain functions. */
export function toolNode(workload: Workload): Contestant {
  const work = tool(async (args) => workload.handler(args), {
    name: "work",
    description: "works",
    schema: anyArguments,
  });
  const node = new ToolNode([work], { handleToolErrors: true });
  return {
    name: "ToolNode",
    run: async () => {
      const calls = JSON.parse(workload.callsText) as RawCall[];
      const message = new AIMessage({
        content: "",
        tool_calls: calls.map(({ id, function: { name, arguments: text } }) => ({
          id,
          name,
          args: JSON.parse(text),
          type: "tool_call",
        })),
      });
      const { messages } = (await node.invoke({ messages: [message] })) as {
        messages: { tool_call_id: string; content: string }[];
      };
      return new Map(messages.map((one) => [one.tool_call_id, one.content])).size;
    },
  };
}

/** The AI SDK's tool execution behind a model that answers at once. */
export function aiSdk(workload: Workload): Contestant {
  const tools = { work: aiTool({ inputSchema: anyArguments, execute: async (args) => workload.handler(args) }) };
  return {
    name: "AI SDK",
    run: async () => {
      const calls = JSON.parse(workload.callsText) as RawCall[];
      const model = new MockLanguageModelV3({
        doGenerate: async () => ({
          content: calls.map(({ id, function: { name, arguments: input } }) => ({
            type: "tool-call" as const,
            toolCallId: id,
            toolName: name,
            input,
          })),
          finishReason: { unified: "tool-calls" as const, raw: "tool-calls" },
          usage: {
            inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
            outputTokens: { total: 1, text: 1, reasoning: 0 },
          },
          warnings: [],
        }),
      });
      const { toolResults } = await generateText({ model, tools, prompt: "go" });
      if (toolResults.length !== calls.length) throw new Error("a call was lost");
      return toolResults.map((result) => ({
        role: "tool",
        tool_call_id: result.toolCallId,
        content: JSON.stringify(result.output),
      })).length;
    },
  };
}

/** No framework at all: parse, call, print. */
export function plainLoop(workload: Workload): Contestant {
  return {
    name: "plain loop",
    run: () => {
      const calls = JSON.parse(workload.callsText) as RawCall[];
      const byId = new Map<string, string>();
      const messages = calls.map(({ id, function: { arguments: text } }) => {
        const content = JSON.stringify(workload.handler(JSON.parse(text)));
        byId.set(id, content);
        return { role: "tool", tool_call_id: id, content };
      });
      return messages.length + byId.size;
    },
  };
}

interface RawCall {
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: string };
}
