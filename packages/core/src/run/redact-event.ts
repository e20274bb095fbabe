import type { Redactor } from "../redaction/create-redactor.ts";
import { redactExplanation } from "../redaction/redact-explanation.ts";
import type { CallOutcome, UnstampedEvent } from "../vocabulary/event.ts";

/**
 * The single exit: what an event says is clean before it is numbered (spec 06). Outputs and errors of steps were
 * cleaned when the step ended.
 */
export function redactEvent(event: UnstampedEvent, redactor: Redactor): UnstampedEvent {
  if (redactor.idle) return event;
  switch (event.type) {
    case "calls-read":
      return { ...event, calls: event.calls.map((call) => redactor.object(call)) };
    case "call-start":
      return { ...event, id: redactor.text(event.id), name: redactor.text(event.name) };
    case "input-resolved":
      return { ...event, references: event.references.map((one) => redactExplanation(one, redactor)) };
    case "step-end":
      return { ...event, ...redactStepEnd(event, redactor) };
    case "log":
      return { ...event, text: redactor.text(event.text) };
    case "call-end":
      return { ...event, outcome: redactOutcome(event.outcome, redactor) };
    default:
      return event;
  }
}

function redactStepEnd(event: Extract<UnstampedEvent, { type: "step-end" }>, redactor: Redactor) {
  const { error, request } = event;
  return {
    ...(error === undefined ? {} : { error: redactor.text(error) }),
    ...(request === undefined
      ? {}
      : {
          request: {
            ...request,
            url: redactor.text(request.url),
            headers: new Map([...request.headers].map(([name, value]) => [name, redactor.text(value)])),
            ...(request.body === undefined ? {} : { body: redactor.text(request.body) }),
          },
        }),
  };
}

function redactOutcome(outcome: CallOutcome, redactor: Redactor): CallOutcome {
  if (outcome.status === "error") return { ...outcome, error: redactor.diagnostics(outcome.error) };
  if (outcome.status === "cancelled" || outcome.status === "not-run") return outcome;
  return {
    ...outcome,
    entry: redactor.object(outcome.entry),
    message: redactor.object(outcome.message),
    ...(outcome.child_input === undefined ? {} : { child_input: redactor.object(outcome.child_input) }),
  };
}
