import { NodeFault } from "../node-fault.ts";
import type { Settings } from "../settings.ts";
import { unavailableError } from "../unavailable-node.ts";

/** The only backend that needs no I/O (spec 07 §5). */
export function requireMemoryBackend(settings: Settings): void {
  const backend = settings.text("backend", "memory");
  if (backend === "memory") return;
  if (backend === "file") throw new NodeFault(unavailableError(`${settings.node} with backend 'file'`, "files"));
  throw new NodeFault(`${settings.node}: unknown backend '${backend}'; expected 'memory' or 'file'`);
}
