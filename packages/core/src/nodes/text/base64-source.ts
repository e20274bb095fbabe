import { NodeFault } from "../node-fault.ts";
import type { Settings } from "../settings.ts";
import { unavailableError } from "../unavailable-node.ts";

const SOURCES = ["input", "source_key", "file"] as const;

/** The text of the one source that is given; the settings that need files are refused (spec 07 §5). */
export function base64Source(settings: Settings): string {
  const given = SOURCES.filter((key) => settings.has(key));
  if (given.length > 1) {
    throw new NodeFault(`${settings.node}: provide only one of ${given.map((key) => `'${key}'`).join(", ")}`);
  }
  for (const key of ["file", "output_file"]) {
    if (settings.has(key)) throw new NodeFault(unavailableError(`${settings.node} with '${key}'`, "files"));
  }
  return settings.inputOrSourceText();
}
