import type { Ceilings } from "@tool-dispatch/core";
import { strangersCeilings } from "@tool-dispatch/core/host";
import { type Environment, textOrNone } from "./environment.ts";
import { SettingsError } from "./settings-error.ts";

/**
 * Up to where scenarios may raise their limits (spec 08 §1): the page's own ceilings, changed by `RUN_CEILINGS`
 * (`NAME=NUMBER`, separated by commas).
 */
export function readCeilings(env: Environment): Ceilings {
  const ceilings = new Map(strangersCeilings);
  for (const entry of (textOrNone(env, "RUN_CEILINGS") ?? "").split(",")) {
    if (entry.trim() === "") continue;
    const [, name, digits] = /^\s*(\w+)\s*=\s*([1-9]\d{0,14})\s*$/.exec(entry) ?? [];
    if (name === undefined || !ceilings.has(name)) {
      throw new SettingsError(
        `RUN_CEILINGS holds "${entry.trim()}": write NAME=NUMBER with one of ${[...ceilings.keys()].join(", ")}.`,
      );
    }
    ceilings.set(name, Number(digits));
  }
  return ceilings;
}
