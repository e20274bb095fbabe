import type { Workload } from "../workloads.ts";
import type { Contestant, RawCall } from "./contestant.ts";

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
