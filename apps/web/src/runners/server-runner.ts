import { eventFromJson, parseJson, type RunEvent, type Runner } from "@tool-dispatch/core";

/** Why the server gave no run: not there, busy, or it refused the document. */
export class ServerRefusal extends Error {}

/** Runs scenarios on this page's server, over a stream of events (spec 11 §5). */
export function createServerRunner(): Runner {
  return { run: (scenario, options) => runOnServer(scenario, options?.signal), close: async () => {} };
}

async function* runOnServer(scenario: string, signal: AbortSignal | undefined): AsyncGenerator<RunEvent> {
  const response = await post(scenario, signal);
  if (!response.ok || response.body === null) throw new ServerRefusal(await refusal(response));
  let waiting = "";
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    waiting += text;
    const messages = waiting.split("\n\n");
    waiting = messages.pop() ?? "";
    for (const message of messages) {
      const event = eventOf(message);
      if (event !== undefined) yield event;
    }
  }
}

async function post(scenario: string, signal: AbortSignal | undefined): Promise<Response> {
  try {
    return await fetch("/api/runs", {
      method: "POST",
      headers: { "content-type": "application/json", accept: "text/event-stream" },
      body: scenario,
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ServerRefusal("The server does not answer.");
  }
}

function eventOf(message: string): RunEvent | undefined {
  const data = message
    .split("\n")
    .filter((line) => line.startsWith("data:"))
    .map((line) => line.slice(5).replace(/^ /, ""))
    .join("\n");
  const parsed = data === "" ? undefined : parseJson(data);
  return parsed?.ok ? eventFromJson(parsed.value) : undefined;
}

async function refusal(response: Response): Promise<string> {
  const document: unknown = await response.json().catch(() => undefined);
  const detail =
    typeof document === "object" && document !== null && "detail" in document ? document.detail : undefined;
  return typeof detail === "string" ? detail : `The server answered ${response.status}.`;
}
