import { callName } from "../normalise/call-fields.ts";
import { providerId } from "../normalise/provider-id.ts";
import type { CallReport } from "../vocabulary/event.ts";
import type { Problem } from "../vocabulary/problem.ts";
import type { Answer } from "./reply.ts";
import type { ReplyFormat } from "./reply-format.ts";

interface Rules {
  readonly title: string;
  /** What the provider pairs results with calls by. */
  readonly joins: "id" | "name" | "call";
  readonly id?: RegExp;
  /** The rule of the ids in words. */
  readonly idRule?: string;
  readonly uniqueIds?: boolean;
  readonly name?: RegExp;
  readonly mostCalls?: number;
  readonly longestContent?: number;
  readonly longestArguments?: number;
  readonly refusesEmptyErrors?: boolean;
}

const OPENAI = {
  id: /^[\s\S]+$/,
  idRule: "must not be empty",
  uniqueIds: true,
  mostCalls: 128,
  longestContent: 10_485_760,
};

/** What each provider refuses (spec 10 §1, §3). */
const RULES: Record<ReplyFormat, Rules> = {
  "openai-chat": { title: "OpenAI Chat", joins: "id", ...OPENAI },
  "openai-responses": { title: "OpenAI Responses", joins: "id", ...OPENAI, longestArguments: 1_048_576 },
  "openai-legacy": { title: "OpenAI's legacy form", joins: "name", mostCalls: 1 },
  anthropic: {
    title: "Anthropic",
    joins: "id",
    id: /^[a-zA-Z0-9_-]+$/,
    idRule: "may hold only letters, digits, `_` and `-`",
    uniqueIds: true,
    refusesEmptyErrors: true,
  },
  gemini: { title: "Gemini", joins: "name", name: /^[a-zA-Z0-9_.:-]{1,128}$/ },
  "gemini-interactions": { title: "Gemini Interactions", joins: "id", id: /^[\s\S]+$/, idRule: "must not be empty" },
  mistral: {
    title: "Mistral",
    joins: "id",
    id: /^[a-zA-Z0-9]{9}$/,
    idRule: "must be 9 letters and digits",
    uniqueIds: true,
  },
  "mistral-conversations": { title: "Mistral", joins: "id", id: /^[\s\S]+$/, idRule: "must not be empty" },
  bedrock: {
    title: "Bedrock",
    joins: "id",
    id: /^[a-zA-Z0-9_.:-]{1,64}$/,
    idRule: "must be 1 to 64 letters, digits, `_`, `.`, `:` and `-`",
    uniqueIds: true,
  },
  ollama: { title: "Ollama", joins: "name" },
  "cohere-v2": { title: "Cohere", joins: "id", id: /^[\s\S]+$/, idRule: "must not be empty", uniqueIds: true },
  "cohere-v1": { title: "Cohere v1", joins: "call" },
  langchain: { title: "LangChain", joins: "id", id: /^[\s\S]+$/, idRule: "must not be empty", uniqueIds: true },
  "ai-sdk": { title: "The AI SDK", joins: "id", id: /^[\s\S]+$/, idRule: "must not be empty", uniqueIds: true },
  "ai-sdk-v4": { title: "The AI SDK", joins: "id", id: /^[\s\S]+$/, idRule: "must not be empty", uniqueIds: true },
  mcp: { title: "MCP", joins: "id", name: /^[A-Za-z0-9._-]{1,128}$/ },
};

/** What the provider would refuse of these calls and answers; positions count from 0 in `detail`. */
export function checkReply(
  calls: readonly CallReport[],
  answers: readonly Answer[],
  format: ReplyFormat,
): readonly Problem[] {
  const rules = RULES[format];
  const problems: Problem[] = [];
  const add = (code: string, detail: number | string, message: string) =>
    problems.push({ code, detail: String(detail), message, severity: "warning" });
  if (rules.mostCalls !== undefined && calls.length > rules.mostCalls)
    add(
      "too_many_calls",
      calls.length,
      `${rules.title} takes at most ${rules.mostCalls} calls in one message, there are ${calls.length}.`,
    );
  const seen = new Map<string, number>();
  calls.forEach(({ call, outcome }, index) => {
    if (!("entry" in outcome))
      add("call_without_result", index, `Call ${index} has no result, and ${rules.title} wants one for each call.`);
    if (rules.joins === "id") idProblems(call, index);
    const name = callName(call);
    if (rules.name !== undefined && !rules.name.test(name))
      add("name_refused", index, `${rules.title} does not accept the name ${JSON.stringify(name)} of call ${index}.`);
    const raw = call.get("raw_arguments");
    if (typeof raw === "string" && raw.length > (rules.longestArguments ?? Number.POSITIVE_INFINITY))
      add(
        "arguments_too_long",
        index,
        `${rules.title} takes back at most ${rules.longestArguments} characters of arguments; call ${index} has ${raw.length}.`,
      );
  });
  for (const [index, answer] of answers.entries()) answerProblems(answer, index);
  return problems;

  function idProblems(call: CallReport["call"], index: number): void {
    const id = call.get("id");
    const text = typeof id === "string" ? id : "";
    if (rules.id !== undefined && !rules.id.test(text))
      add(
        "id_refused",
        index,
        `${rules.title} refuses the id ${JSON.stringify(text)} of call ${index}: it ${rules.idRule}.`,
      );
    if (providerId(call) === undefined)
      add(
        "id_unknown_to_provider",
        index,
        `The id ${JSON.stringify(text)} of call ${index} was made up; ${rules.title} does not know it.`,
      );
    const before = seen.get(text);
    if (rules.uniqueIds === true && before !== undefined)
      add(
        "id_not_unique",
        index,
        `Calls ${before} and ${index} share the id ${JSON.stringify(text)}; ${rules.title} wants each once.`,
      );
    else seen.set(text, index);
  }

  function answerProblems({ content, failed }: Answer, index: number): void {
    if (content.length > (rules.longestContent ?? Number.POSITIVE_INFINITY))
      add(
        "content_too_long",
        index,
        `${rules.title} refuses contents of more than ${rules.longestContent} characters; that of call ${index} has ${content.length}.`,
      );
    if (failed && content === "" && rules.refusesEmptyErrors === true)
      add("empty_error", index, `${rules.title} refuses an empty result that is marked as an error (call ${index}).`);
  }
}
