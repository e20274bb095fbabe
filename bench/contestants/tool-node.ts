import { AIMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { z } from "zod";
import type { Workload } from "../workloads.ts";
import type { Contestant, RawCall } from "./contestant.ts";

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
