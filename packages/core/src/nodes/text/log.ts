import type { LogLevel } from "../../vocabulary/flow.ts";
import { defineNode } from "../define-node.ts";

const LEVELS: readonly LogLevel[] = ["trace", "debug", "info", "warn", "error"];

/** Writes a log line; a level that does not exist means `info` (spec 07 §5). */
export const log = defineNode("log", ({ settings, host }) => {
  const message = settings.filled("message", "");
  const wanted = settings.text("level", "info").trim().toLowerCase();
  host.log(LEVELS.find((level) => level === wanted) ?? "info", message);
  return [["log_message", message]];
});
