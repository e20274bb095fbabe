import { pushHandler } from "./handler-cache.ts";
import type { Sandbox } from "./sandbox.ts";
import { STATUS } from "./vm/lua-constants.ts";
import { readText } from "./vm/text.ts";

/** Why a text is neither an expression nor a chunk (spec 09 §1); null when it is one. Nothing of it runs. */
export function checkSource(sandbox: Sandbox, text: string): string | null {
  let message: string | null = null;
  sandbox.beginUnmetered(sandbox.base);
  if (pushHandler(sandbox, { kind: "source", text, step: "source" }) !== STATUS.ok) {
    message = readText(sandbox.machine, sandbox.L, -1);
  }
  return message;
}
