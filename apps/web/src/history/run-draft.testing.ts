import { isJsonObject, parseJson, printJson, type RunEvent } from "@tool-dispatch/core";
import { createInProcessRunner } from "@tool-dispatch/core/host";
import { type AppStore, createAppStore } from "../store/create-app-store.ts";
import { documentFromDraft, draftFromDocument } from "../store/draft.ts";
import { initialState } from "../store/state.ts";

/** A page's store with a scenario in it. */
export function storeOf(scenario: object): AppStore {
  const parsed = parseJson(JSON.stringify(scenario));
  if (!parsed.ok || !isJsonObject(parsed.value)) throw new Error("no scenario");
  return createAppStore(initialState(draftFromDocument(parsed.value, "draft-1"), "system"));
}

/** Runs what is in the store to its end, as the page does. */
export async function runIn(store: AppStore, number: number): Promise<void> {
  const runner = await createInProcessRunner();
  const text = printJson(documentFromDraft(store.getState().draft, "values"));
  store.dispatch({ type: "run-started", number, host: "browser", atMs: 0 });
  const events: RunEvent[] = [];
  for await (const event of runner.run(text)) events.push(event);
  store.dispatch({ type: "run-events-arrived", number, events });
  await runner.close();
}

export const CANARY = "canary-4711-of-this-test";

export const ECHO = `local flow = Flow.new("echo")
flow:step("s", function(ctx)
  assert(ctx.city ~= json_null, "city is required")
  return { tool_result_value = { city = ctx.city, token = ctx.token } }
end)
return flow
`;

/** Two calls under one id and one without; a secret that the handler publishes. */
export const SCENARIO = {
  name: "Weather | *of* today",
  calls:
    '[{"id":"a","name":"echo","arguments":{"city":"Oslo"}},{"id":"a","name":"echo","arguments":{"city":"Bergen"}}]',
  tools: '{"echo":{"flow":"echo.lua","input":{"city":"arguments.city","token":"ctx.token"}}}',
  context: "{}",
  secrets: { token: CANARY },
  options: { on_error: "ignore" },
  flows: { "echo.lua": ECHO },
};
