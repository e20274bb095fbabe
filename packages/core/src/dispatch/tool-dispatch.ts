import { onSettled, type Settled } from "../flow/settled.ts";
import { compactJson } from "../json/print-json.ts";
import { callArguments, callId, callIndex, callName } from "../normalise/call-fields.ts";
import { normaliseCalls } from "../normalise/normalise-calls.ts";
import type { ChildNotRun, ChildOutcome, NodeHost, NodeOutcome, NodeStep } from "../ports/node.ts";
import { explainInput } from "../references/explain.ts";
import type { CallOutcome, FlowPlace } from "../vocabulary/event.ts";
import { isJsonObject, type Json, type JsonObject } from "../vocabulary/json.ts";
import type { ToolCall } from "../vocabulary/tool-call.ts";
import { collectOutput, type HandledCall, toolMessage } from "./collect.ts";
import { type DispatchConfig, readDispatchConfig } from "./dispatch-config.ts";
import { resultContent, selectResult } from "./select-result.ts";

type ChildRun = Extract<ChildOutcome, { ok: true }>;
type StepFailure = Extract<NodeOutcome, { ok: false }>;

/** The `tool_dispatch` node (spec 01): one handler flow a call, one after the other, six published keys. */
export function toolDispatch(step: NodeStep, host: NodeHost): Settled<NodeOutcome> {
  const read = readDispatchConfig(step.config, step.context);
  if (!read.ok) return read;
  const { config } = read;
  const { calls } = normaliseCalls(config.source);
  if (BigInt(calls.length) > config.maxCalls) {
    const error = `tool_dispatch: ${calls.length} tool calls exceeds max_calls limit of ${config.maxCalls}`;
    return { ok: false, error };
  }
  host.emit({ type: "calls-read", run: host.run, step: step.name, calls });
  return new Dispatch(step, host, config, calls).from(0);
}

class Dispatch {
  private readonly step: NodeStep;
  private readonly host: NodeHost;
  private readonly config: DispatchConfig;
  private readonly calls: readonly ToolCall[];
  private readonly handled: HandledCall[] = [];

  constructor(step: NodeStep, host: NodeHost, config: DispatchConfig, calls: readonly ToolCall[]) {
    this.step = step;
    this.host = host;
    this.config = config;
    this.calls = calls;
  }

  /** Handles call `first` and all after it. */
  from(first: number): Settled<NodeOutcome> {
    for (let index = first; index < this.calls.length; index++) {
      const ended = this.handle(this.calls[index] as ToolCall, index);
      if (ended instanceof Promise) return ended.then((failure) => failure ?? this.from(index + 1));
      if (ended !== undefined) return ended;
    }
    return { ok: true, output: collectOutput(this.config.outputKey, this.handled) };
  }

  /** The failure that ends the step, if this call does. */
  private handle(call: ToolCall, index: number): Settled<StepFailure | undefined> {
    if (this.host.cancelled()) return { ok: false, error: "tool_dispatch: cancelled" };
    const name = callName(call);
    const mapping = this.config.tools.get(name);
    const flow = isJsonObject(mapping) ? mapping.get("flow") : undefined;
    const beganMs = this.host.clock.monotonicMs();
    this.start(call, index, name, flow);
    const end = (outcome: CallOutcome, failure: StepFailure | undefined, where?: FlowPlace) => {
      this.end(index, outcome, beganMs, where);
      return failure;
    };
    if (mapping === undefined) {
      const outcome = unsupported(call, name);
      return end(outcome, this.settle(outcome, `tool_dispatch: unsupported tool '${name}'`));
    }
    if (typeof flow !== "string") {
      const error = `tool_dispatch: tool '${name}' mapping requires 'flow'`;
      return end({ status: "error", error }, { ok: false, error });
    }
    const context = this.childContext(call, index, mapping as JsonObject);
    const child = this.host.runChild({ flow, child: index, context });
    return onSettled(child, (ran) => {
      if (!ran.ok) {
        const error = notRunError(ran, flow);
        return end({ status: "error", error }, { ok: false, error });
      }
      if (ran.status === "cancelled" && this.host.cancelled()) {
        return end({ status: "cancelled" }, { ok: false, error: "tool_dispatch: cancelled" });
      }
      const { outcome, error } = this.collect(call, name, ran, context);
      return end(outcome, this.settle(outcome, error, ran.where), ran.where);
    });
  }

  /** Keeps the call; under `fail_fast` its error is the step's. */
  private settle(outcome: HandledCall, error: string | undefined, where?: FlowPlace): StepFailure | undefined {
    this.handled.push(outcome);
    if (error === undefined || this.config.onError === "ignore") return undefined;
    return { ok: false, error, scrubbed: true, ...(where === undefined ? {} : { where }) };
  }

  /** Spec 05 §1: metadata first, mapped inputs over it. */
  private childContext(call: ToolCall, index: number, mapping: JsonObject): JsonObject {
    const context = new Map<string, Json>()
      .set("tool_call", call)
      .set("tool_name", call.get("name") ?? null)
      .set("tool_arguments", callArguments(call))
      .set("tool_call_id", call.get("id") ?? null)
      .set("tool_call_index", callIndex(call, index));
    const input = mapping.get("input");
    if (!isJsonObject(input)) return context;
    const { explanations } = explainInput(input, { call, context: this.step.context }, context);
    this.host.emit({
      type: "input-resolved",
      run: this.host.run,
      step: this.step.name,
      index,
      references: explanations,
    });
    return context;
  }

  /** Entry and message of a call whose handler ran (spec 01 §5). */
  private collect(
    call: ToolCall,
    name: string,
    ran: ChildRun,
    childInput: JsonObject,
  ): { outcome: HandledCall; error: string | undefined } {
    const { result, origin } = selectResult(ran.context);
    const content = resultContent(result, this.host.sizes);
    const id = callId(call);
    const success = ran.status === "success";
    const entry = new Map<string, Json>()
      .set("success", success)
      .set("id", id)
      .set("name", name)
      .set("arguments", callArguments(call))
      .set("flow", ran.flowName)
      .set("result", result)
      .set("content", content);
    const error = success ? undefined : `tool_dispatch: tool '${name}' subworkflow ${ran.terminalReason}`;
    if (error !== undefined) entry.set("error", error);
    const status = success ? "success" : "failed";
    return { outcome: { status, entry, message: toolMessage(id, content), origin, child_input: childInput }, error };
  }

  private start(call: ToolCall, index: number, name: string, flow: Json | undefined): void {
    this.host.emit({
      type: "call-start",
      run: this.host.run,
      step: this.step.name,
      index,
      id: callId(call),
      name,
      ...(typeof flow === "string" ? { flow } : {}),
    });
  }

  private end(index: number, outcome: CallOutcome, beganMs: number, where: FlowPlace | undefined): void {
    this.host.emit({
      type: "call-end",
      run: this.host.run,
      step: this.step.name,
      index,
      outcome,
      duration_ms: this.host.clock.monotonicMs() - beganMs,
      ...(where === undefined ? {} : { where }),
    });
  }
}

/** Spec 01 §6. */
function unsupported(call: ToolCall, name: string): HandledCall {
  const error = `tool_dispatch: unsupported tool '${name}'`;
  const result = new Map<string, Json>([["error", error]]);
  const content = compactJson(result);
  const id = callId(call);
  const entry = new Map<string, Json>([
    ["success", false],
    ["id", id],
    ["name", name],
    ["arguments", callArguments(call)],
    ["flow", null],
    ["result", result],
    ["content", content],
    ["error", error],
  ]);
  return { status: "unsupported", entry, message: toolMessage(id, content), origin: "unsupported" };
}

/** Errors that `ignore` does not cover (spec 01 §4). */
function notRunError(ran: ChildNotRun, flow: string): string {
  switch (ran.kind) {
    case "no-flow-dir":
      return `tool_dispatch: cannot resolve relative path '${flow}' - _flow_dir not set`;
    case "missing-file":
      return `tool_dispatch: cannot find '${ran.path}'`;
    default:
      return ran.error;
  }
}
