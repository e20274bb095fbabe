import type { FlowDefinition, StepDefinition } from "../vocabulary/flow.ts";

/** The order in which a flow runs: phases of steps in declaration order, or the steps that form a cycle (spec 03 §3–4). */
export type PhasePlan =
  | { readonly ok: true; readonly phases: readonly (readonly StepDefinition[])[] }
  | { readonly ok: false; readonly cycle: readonly string[] };

/**
 * Edges run from each dependency to its dependent; for a step S with recovery H also from S to H, and from H to every
 * other step that depends on S.
 */
export function planPhases(flow: FlowDefinition): PhasePlan {
  const dependents = new Map<string, Set<string>>();
  const waiting = new Map<string, number>();
  for (const step of flow.steps) waiting.set(step.name, 0);
  const connect = (from: string, to: string) => {
    const known = dependents.get(from) ?? new Set();
    if (known.has(to)) return;
    dependents.set(from, known.add(to));
    waiting.set(to, (waiting.get(to) ?? 0) + 1);
  };
  const recoveries = new Map<string, string>();
  for (const step of flow.steps) {
    if (step.onError === undefined) continue;
    recoveries.set(step.name, step.onError);
    connect(step.name, step.onError);
  }
  for (const step of flow.steps) {
    for (const dependency of step.dependsOn) {
      connect(dependency, step.name);
      const recovery = recoveries.get(dependency);
      if (recovery !== undefined && recovery !== step.name) connect(recovery, step.name);
    }
  }
  return order(flow.steps, dependents, waiting);
}

function order(
  steps: readonly StepDefinition[],
  dependents: ReadonlyMap<string, ReadonlySet<string>>,
  waiting: Map<string, number>,
): PhasePlan {
  const position = new Map(steps.map((step, index) => [step.name, index]));
  const phases: StepDefinition[][] = [];
  let ready = steps.filter((step) => waiting.get(step.name) === 0);
  let ordered = 0;
  while (ready.length > 0) {
    phases.push(ready);
    ordered += ready.length;
    const next: number[] = [];
    for (const step of ready) {
      for (const dependent of dependents.get(step.name) ?? []) {
        const left = (waiting.get(dependent) ?? 0) - 1;
        waiting.set(dependent, left);
        const index = position.get(dependent);
        if (left === 0 && index !== undefined) next.push(index);
      }
    }
    ready = next.sort((a, b) => a - b).flatMap((index) => steps[index] ?? []);
  }
  if (ordered === steps.length) return { ok: true, phases };
  const done = new Set(phases.flat().map((step) => step.name));
  return { ok: false, cycle: steps.filter((step) => !done.has(step.name)).map((step) => step.name) };
}
