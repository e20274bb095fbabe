import type { JsonSizes } from "../inspection/json-sizes.ts";
import type { Clock, Network, Random } from "../ports/host.ts";
import type { Journal } from "../ports/journal.ts";
import type { Lua } from "../ports/lua.ts";
import type { ChildOutcome, ChildRequest, MemoryCache, NodeImplementation, WorkGuard } from "../ports/node.ts";
import type { Redactor } from "../redaction/create-redactor.ts";
import type { RunPath, UnstampedEvent } from "../vocabulary/event.ts";
import type { JsonObject } from "../vocabulary/json.ts";
import type { Limits } from "../vocabulary/limits.ts";
import type { Settled } from "./settled.ts";

/** Who asks for a child: the step's run, its context, and the signal that ends both. */
export interface ChildParent {
  readonly run: RunPath;
  readonly step: string;
  readonly context: JsonObject;
  readonly signal: AbortSignal;
  readonly deadlineMs?: number;
}

/** Everything that the runs of one scenario share. */
export interface FlowHost {
  readonly limits: Limits;
  readonly lua: Lua;
  readonly clock: Clock;
  readonly random: Random;
  readonly network: Network | undefined;
  readonly cache: MemoryCache;
  readonly journal: Journal | undefined;
  readonly guard?: WorkGuard | undefined;
  readonly redactor: Redactor;
  readonly sizes: JsonSizes;
  readonly env: (key: string) => string | undefined;
  readonly node: (type: string) => NodeImplementation | undefined;
  /** The host wants the whole run to end, known even while Lua keeps the thread busy. */
  readonly cancelled: () => boolean;
  readonly emit: (event: UnstampedEvent) => void;
  readonly detached: number;
  readonly runChild: (parent: ChildParent, request: ChildRequest) => Settled<ChildOutcome>;
}
