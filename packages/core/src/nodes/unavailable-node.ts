import type { NodeImplementation } from "../ports/node.ts";
import type { NodeClass } from "./node-types.ts";

type OutsideClass = Exclude<NodeClass, "pure" | "log" | "time" | "lua" | "flow" | "cache">;

const NEEDS: Readonly<Record<OutsideClass, string>> = {
  network: "a service on the network",
  "object-storage": "an object storage on the network",
  "network-and-files": "the network and files",
  database: "a database",
  files: "files",
  process: "other processes",
  "process-or-network": "other processes or the network",
};

/**
 * Stands for a type that exists but cannot be carried out here (spec 07 §7): it loads and validates, and fails when
 * it runs with what it needs and what to do instead.
 */
export function unavailableNode(type: string, nodeClass: OutsideClass): NodeImplementation {
  const error = unavailableError(type, NEEDS[nodeClass]);
  return () => ({ ok: false, error });
}

/** The text for a node, or a setting of it, that needs what no host lends. */
export function unavailableError(what: string, needs: string): string {
  return (
    `${what} needs ${needs}, which this host does not lend. ` +
    "For a trial run, replace the step by a function handler that returns the keys it would publish, " +
    "or put those keys into the context."
  );
}
