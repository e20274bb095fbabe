import { checkPlaceholders } from "../nodes/placeholders.ts";
import type { FlowDefinition, StepDefinition } from "../vocabulary/flow.ts";
import { type PhasePlan, planPhases } from "./plan-phases.ts";

const MOST_RETRIES = 100;

/** A flow that may run, or everything that is wrong with it (spec 03 §3). */
export type FlowCheck =
  | { readonly ok: true; readonly phases: Extract<PhasePlan, { ok: true }>["phases"] }
  | { readonly ok: false; readonly errors: readonly string[] };

/** All graph errors in the order of spec 03 §3; the cycle only when there are no others. */
export function checkFlow(flow: FlowDefinition): FlowCheck {
  const errors = [...flow.steps.flatMap(stepErrors), ...dependencyErrors(flow), ...recoveryErrors(flow)];
  if (errors.length > 0) return { ok: false, errors };
  const plan = planPhases(flow);
  if (plan.ok) return plan;
  return { ok: false, errors: [`Cycle detected in flow DAG involving steps: ${plan.cycle.join(", ")}`] };
}

/** `Flow contains steps with unknown node types: …`, or undefined when all are known (spec 03 §3). */
export function unknownNodeTypes(flow: FlowDefinition, known: (type: string) => boolean): string | undefined {
  const unknown = flow.steps.filter((step) => !known(step.nodeType));
  if (unknown.length === 0) return undefined;
  const named = unknown.map((step) => `'${step.name}' (${step.nodeType})`).join(", ");
  return `Flow contains steps with unknown node types: ${named}`;
}

function stepErrors(step: StepDefinition): string[] {
  const name = `Step '${step.name}'`;
  const errors = checkPlaceholders(step.config).map(
    ({ path, placeholder, reason }) =>
      `${name} config.${path}: invalid context interpolation \`${placeholder}\`: ${reason}`,
  );
  if (step.maxRetries > MOST_RETRIES) errors.push(`${name} retry count is too large (max ${MOST_RETRIES})`);
  if (!(Number.isFinite(step.backoffSeconds) && step.backoffSeconds >= 0)) {
    errors.push(`${name} retry backoff must be a finite, non-negative number of seconds`);
  }
  if (step.timeoutSeconds !== undefined && !(Number.isFinite(step.timeoutSeconds) && step.timeoutSeconds > 0)) {
    errors.push(`${name} timeout must be a finite number greater than zero`);
  }
  if (step.route !== undefined && step.dependsOn.length === 0) {
    errors.push(
      `${name} declares a route but has no dependencies; a routed step must depend on the step that emits the route decision`,
    );
  }
  return errors;
}

function dependencyErrors(flow: FlowDefinition): string[] {
  const names = new Set(flow.steps.map((step) => step.name));
  return flow.steps.flatMap((step) =>
    step.dependsOn
      .filter((dependency) => !names.has(dependency))
      .map((dependency) => `Step '${step.name}' depends on '${dependency}', which does not exist`),
  );
}

function recoveryErrors(flow: FlowDefinition): string[] {
  const steps = new Map(flow.steps.map((step) => [step.name, step]));
  const owners = new Map<string, string>();
  const errors: string[] = [];
  for (const source of flow.steps) {
    if (source.onError === undefined) continue;
    const recovery = steps.get(source.onError);
    if (recovery === undefined) errors.push(`Step '${source.name}' on_error target '${source.onError}' does not exist`);
    else if (recovery === source) errors.push(`Step '${source.name}' cannot use itself as an on_error handler`);
    else errors.push(...recoveryStepErrors(source, recovery, owners));
  }
  return errors;
}

function recoveryStepErrors(source: StepDefinition, recovery: StepDefinition, owners: Map<string, string>): string[] {
  const handler = `Recovery handler '${recovery.name}'`;
  const errors: string[] = [];
  const owner = owners.get(recovery.name);
  if (owner === undefined) {
    owners.set(recovery.name, source.name);
    if (recovery.onError !== undefined) errors.push(`${handler} cannot declare on_error`);
    if (recovery.route !== undefined) errors.push(`${handler} cannot declare a route`);
  } else {
    errors.push(`${handler} is assigned to multiple source steps: '${owner}' and '${source.name}'`);
  }
  if (recovery.dependsOn.includes(source.name)) {
    errors.push(`${handler} cannot depend on its owning source step '${source.name}'`);
  }
  return errors;
}
