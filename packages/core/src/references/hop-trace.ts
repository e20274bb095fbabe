import { type Json, jsonType } from "../vocabulary/json.ts";
import type { Hop, ReferenceKind } from "../vocabulary/reference.ts";
import type { BrokenReason, WalkTrace } from "./walk.ts";

/** Where a walk broke, and on what. */
export interface BrokenEnd {
  readonly segment: string;
  readonly reason: BrokenReason;
  /** The value that has no such segment. */
  readonly container: Json;
}

/** Keeps every hop of one walk. */
export class HopTrace implements WalkTrace {
  readonly hops: Hop[] = [];
  walked: ReferenceKind = "literal";
  end: BrokenEnd | undefined;

  kind(kind: ReferenceKind): void {
    this.walked = kind;
  }

  found(segment: string, value: Json): void {
    this.hops.push({ segment, found: true, type: jsonType(value), value });
  }

  broken(segment: string, reason: BrokenReason, container: Json): void {
    this.hops.push({ segment, found: false });
    this.end = { segment, reason, container };
  }

  /** The reference that selects what the walk found before it broke; undefined when that is the call or the context. */
  foundPath(): string | undefined {
    const segments = this.hops.filter((hop) => hop.found).map((hop) => hop.segment);
    if (segments.length === 0) return undefined;
    return this.walked === "context" ? `ctx.${segments.join(".")}` : segments.join(".");
  }
}
