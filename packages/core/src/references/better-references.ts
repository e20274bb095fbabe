import { isJsonArray } from "../vocabulary/json.ts";
import type { ReferenceKind } from "../vocabulary/reference.ts";
import type { BrokenEnd, HopTrace } from "./hop-trace.ts";
import { type ReferenceScope, type WalkTrace, walkReference } from "./walk.ts";

/**
 * Reference texts that differ a little from one whose walk broke and do select a value: brackets written as dots,
 * the nearest key, a doubled dot left out, the first item of an array, a context key whose own name has dots.
 */
export function betterReferences(
  text: string,
  end: BrokenEnd,
  trace: HopTrace,
  nearest: string | undefined,
  scope: ReferenceScope,
): string[] {
  const segments = text.split(".");
  // The context is a walk's first container and no hop of it.
  const at = trace.walked === "context" ? trace.hops.length : trace.hops.length - 1;
  const instead = (...replacement: string[]) =>
    [...segments.slice(0, at), ...replacement, ...segments.slice(at + 1)].join(".");
  const candidates = [withoutBrackets(text)];
  if (trace.walked === "context" && segments.length > 2) candidates.push(text.slice("ctx.".length));
  if (nearest !== undefined && !nearest.includes(".")) candidates.push(instead(nearest));
  if (end.reason === "empty-segment") candidates.push(segments.filter((segment) => segment !== "").join("."));
  if (end.reason === "wrong-container" && isJsonArray(end.container)) candidates.push(instead("0", end.segment));
  return [...new Set(candidates)].filter(
    (candidate) => candidate !== text && candidate !== "ctx" && selectsValue(candidate, scope),
  );
}

/** `rows[0]["id"]` as a reference writes it: `rows.0.id`. */
export function withoutBrackets(text: string): string {
  if (!text.includes("[")) return text;
  return text.replace(/\[(?:(\d+)|"([^"\]]*)"|'([^'\]]*)')\]/g, (_, index, quoted, single) => {
    return `.${index ?? quoted ?? single}`;
  });
}

/** Whether a text is a reference whose walk ends at a value, null included. */
export function selectsValue(text: string, scope: ReferenceScope): boolean {
  const trace = new EndTrace();
  walkReference(text, scope, trace);
  return trace.selects;
}

class EndTrace implements WalkTrace {
  selects = true;
  kind(kind: ReferenceKind): void {
    if (kind === "literal") this.selects = false;
  }
  found(): void {}
  broken(): void {
    this.selects = false;
  }
}
