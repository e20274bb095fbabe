import { compareCodePoints } from "../json/sort-keys.ts";
import { utf8Length } from "../json/utf8-length.ts";
import { nodeTypes } from "../nodes/node-types.ts";
import type { Lua } from "../ports/lua.ts";
import type { LuaAnalysis, UndefinedRead } from "../ports/lua-analysis.ts";
import type { FinishedRun, ValidationWarning } from "../vocabulary/event.ts";
import type { FlowDefinition, StepDefinition } from "../vocabulary/flow.ts";
import type { Limits } from "../vocabulary/limits.ts";
import { checkFlow } from "./check-flow.ts";

export interface ValidateFlowRequest {
  readonly source: string;
  /** Shown in errors; absent for text that was pasted without a file. */
  readonly file?: string;
  readonly strict: boolean;
  readonly limits: Limits;
  readonly env: (key: string) => string | undefined;
  readonly cancelled?: () => boolean;
}

/** What validating found (spec 09 §1). */
export type FlowValidation = Omit<Extract<FinishedRun, { kind: "validate" }>, "duration_ms" | "problems" | "kind">;

/** Checks a flow without running a step: its file is evaluated once, its functions are read. */
export function validateFlow(request: ValidateFlowRequest, lua: Lua, analysis: LuaAnalysis): FlowValidation {
  const loaded = lua.load({
    file: request.file ?? "flow",
    ...(request.file === undefined ? { pasted: true } : {}),
    source: request.source,
    nodeTypes,
    limits: request.limits,
    env: request.env,
    log: () => {},
    cancelled: request.cancelled ?? (() => false),
  });
  if (!loaded.ok) return { outcome: "ok", valid: false, errors: [loaded.error], warnings: [] };
  const { flow } = loaded;
  const known = { outcome: "ok", flow_name: flow.name, steps: flow.steps.length } as const;
  const texts = sourceTexts(flow);
  const stop = sourceError(texts, lua, request.limits);
  if (stop !== undefined) return { ...known, valid: false, errors: [stop], warnings: [] };
  const errors = [...unknownTypes(flow), ...graphErrors(flow)];
  const warned = warningsOf(flow, texts, request.source, analysis);
  if (typeof warned === "string") return { ...known, valid: false, errors: [...errors, warned], warnings: [] };
  const rejected = request.strict ? warned.length : 0;
  if (rejected > 0) errors.push(`Strict validation rejected ${rejected} Lua handler warning(s)`);
  return {
    ...known,
    valid: errors.length === 0,
    errors,
    warnings: warned,
    ...(rejected > 0 ? { strict_rejected: rejected } : {}),
  };
}

interface SourceText {
  readonly step: string;
  readonly text: string;
}

function sourceTexts(flow: FlowDefinition): SourceText[] {
  return flow.steps.flatMap((step) => {
    const text = step.nodeType === "code" && step.handler === undefined ? step.config.get("source") : undefined;
    return typeof text === "string" ? [{ step: step.name, text }] : [];
  });
}

/** What stops validation: texts that are too large together (spec 08 §1), or one that is no Lua. */
function sourceError(texts: readonly SourceText[], lua: Lua, limits: Limits): string | undefined {
  const limit = limits.maxFlowSourceBytes;
  if (texts.reduce((bytes, { text }) => bytes + utf8Length(text), 0) > limit) {
    return `the code sources of the flow exceed the ${limit}-byte limit (raise IRONFLOW_MAX_FLOW_SOURCE_BYTES to allow it)`;
  }
  for (const { step, text } of texts) {
    const message = lua.check(text);
    if (message !== null) return `Step '${step}' has invalid Lua code source: ${message}`;
  }
  return undefined;
}

function unknownTypes(flow: FlowDefinition): string[] {
  return flow.steps
    .filter((step) => !nodeTypes.includes(step.nodeType))
    .map((step) => `Step '${step.name}' uses unknown node type '${step.nodeType}'`);
}

function graphErrors(flow: FlowDefinition): readonly string[] {
  const check = checkFlow(flow);
  return check.ok ? [] : check.errors;
}

/** Handler warnings by place, then those of `source` texts by step and place; a text when handlers are ambiguous. */
function warningsOf(
  flow: FlowDefinition,
  texts: readonly SourceText[],
  source: string,
  analysis: LuaAnalysis,
): ValidationWarning[] | string {
  const handlers = analysis.handlers(source, flow.steps.flatMap(handlerPlace));
  if (!handlers.ok) return handlers.error;
  const ofTexts = texts
    .toSorted((a, b) => compareCodePoints(a.step, b.step))
    .flatMap(({ step, text }) => analysis.sourceText(text).map((read) => warning(read, "code source", step)));
  return [...handlers.reads.map((read) => warning(read, "handler")), ...ofTexts];
}

function handlerPlace({ name, handler }: StepDefinition) {
  if (handler === undefined) return [];
  return [{ step: name, firstLine: handler.firstLine, lastLine: handler.lastLine }];
}

function warning({ name, line, column }: UndefinedRead, where: string, step?: string): ValidationWarning {
  const message = `\`${name}\` is not defined in the Lua ${where} environment`;
  return { code: "undefined_global", message, line, column, ...(step === undefined ? {} : { step }) };
}
