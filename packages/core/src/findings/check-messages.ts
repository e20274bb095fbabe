import type { CallReport } from "../vocabulary/event.ts";
import type { Problem } from "../vocabulary/problem.ts";

const LARGE_CONTENT = 1_048_576;
const SHORTEST_BASE64 = 4_096;

/** What a person should know about the messages that go back to the model; the messages stay as they are. */
export function checkMessages(calls: readonly CallReport[]): readonly Problem[] {
  return calls.flatMap(({ call, outcome }, index) => {
    if (outcome === undefined || !("message" in outcome)) return [];
    const content = outcome.message.get("content");
    const id = call.get("id");
    const detail = typeof id === "string" ? id : String(index);
    return typeof content === "string" ? messageProblems(content, outcome.origin === "context", detail, index) : [];
  });
}

function messageProblems(content: string, wholeContext: boolean, id: string, index: number): readonly Problem[] {
  const problems: Problem[] = [];
  const add = (code: string, detail: string, message: string) =>
    problems.push({ code, detail, message: `The message of call ${index} ${message}`, severity: "warning" });
  if (content === "") add("empty_content", id, "is empty; some providers refuse that.");
  if (wholeContext)
    add("content_is_whole_child_context", id, "is the whole context of its handler, mapped inputs too.");
  if (content.length > LARGE_CONTENT) {
    const size = (content.length / 1_048_576).toFixed(1);
    add("large_tool_message", id, `has ${size} million characters; OpenAI refuses more than 10,485,760.`);
  }
  const base64 = longestBase64(content);
  if (base64 >= SHORTEST_BASE64) {
    add(
      "base64_in_text_content",
      `${base64}_chars`,
      `holds ${base64} characters of base64, which a model reads as text.`,
    );
  }
  return problems;
}

function longestBase64(content: string): number {
  let longest = 0;
  for (const [run] of content.matchAll(/[A-Za-z0-9+/]{1024,}={0,2}/g)) {
    // Few different letters are filling, not data.
    if (run.length > longest && new Set(run.slice(0, 1024)).size >= 8) longest = run.length;
  }
  return longest;
}
