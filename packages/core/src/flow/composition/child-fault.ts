import type { ChildNotRun } from "../../ports/node.ts";

/** The error of a composition node whose child did not come to run. */
export function childFault(node: string, ran: ChildNotRun, flow: string): string {
  switch (ran.kind) {
    case "no-flow-dir":
      return `${node}: cannot resolve relative path '${flow}' - _flow_dir not set`;
    case "missing-file":
      return `${node}: cannot find '${ran.path}'`;
    default:
      return ran.error;
  }
}

/** `fail_fast` or `ignore`, else the text of spec 07 §4. */
export function readPolicy(node: string, value: string): "fail_fast" | "ignore" | { readonly error: string } {
  if (value === "fail_fast" || value === "ignore") return value;
  return { error: `${node}: invalid on_error '${value}'; expected 'fail_fast' or 'ignore'` };
}
