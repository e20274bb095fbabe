import {
  callId,
  callName,
  compactJson,
  createRedactor,
  type Explanation,
  explainInput,
  explanationToJson,
  isJsonArray,
  isJsonObject,
  type Json,
  normaliseCalls,
  redactExplanation,
  type Scenario,
  type ToolCall,
} from "../index.ts";
import type { Io } from "./io.ts";
import type { CommandOptions } from "./main.ts";
import { paint } from "./paint.ts";
import { overFiles } from "./read-scenario-file.ts";
import { referencesText } from "./references-text.ts";

/** `tool-dispatch explain`: every reference of every call (spec 11 §3); no Lua runs. */
export function explainCommand(files: readonly string[], options: CommandOptions, io: Io): Promise<number> {
  return overFiles(files, io, async (file, name, scenario) => {
    const explained = explainScenario(scenario);
    if (typeof explained === "string") {
      io.error(`${file}: ${explained}\n`);
      return 2;
    }
    io.print(options.json ? `${explainLine(name, explained)}\n` : explainText(name, explained, io.colours));
    return 0;
  });
}

interface ExplainedCall {
  readonly call: ToolCall;
  readonly mapped: boolean;
  readonly references: readonly Explanation[];
}

/** The calls with their explanations, or why there are none. */
function explainScenario(scenario: Scenario): readonly ExplainedCall[] | string {
  const sourceKey = scenario.config.get("source_key");
  const tools = scenario.config.get("tools");
  const source = typeof sourceKey === "string" ? scenario.context.get(sourceKey) : undefined;
  if (!isJsonArray(source)) return "there are no tool calls to explain";
  const context = new Map([...scenario.context, ...scenario.secrets]);
  const redactor = createRedactor(scenario.secrets);
  return normaliseCalls(source).calls.map((call) => {
    const mapping = isJsonObject(tools) ? tools.get(callName(call)) : undefined;
    const input = isJsonObject(mapping) ? mapping.get("input") : undefined;
    const explained = isJsonObject(input) ? explainInput(input, { call, context }).explanations : [];
    const references = explained.map((one) => redactExplanation(one, redactor));
    return { call: redactor.object(call), mapped: mapping !== undefined, references };
  });
}

function explainLine(name: string, calls: readonly ExplainedCall[]): string {
  const list = calls.map(({ call, mapped, references }) => {
    return new Map<string, Json>([
      ["call", call],
      ["mapped", mapped],
      ["references", references.map(explanationToJson)],
    ]);
  });
  return compactJson(
    new Map<string, Json>([
      ["name", name],
      ["calls", list],
    ]),
  );
}

function explainText(name: string, calls: readonly ExplainedCall[], colours: boolean): string {
  const style = paint(colours);
  const body = calls.map(({ call, mapped, references }) => {
    const note = mapped ? "" : style.bad("  no mapping under this name");
    return `  ${callName(call)} ${style.dim(callId(call))}${note}\n${referencesText(references, style)}`;
  });
  return `${style.bold(name)}\n${body.join("")}`;
}
