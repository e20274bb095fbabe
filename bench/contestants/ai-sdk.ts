import { tool as aiTool, generateText } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { z } from "zod";
import type { Workload } from "../workloads.ts";
import type { Contestant, RawCall } from "./contestant.ts";

const anyArguments = z.record(z.string(), z.unknown());

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
