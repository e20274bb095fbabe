import type { Ceilings } from "../index.ts";

/**
 * Up to where a scenario may raise its limits (spec 08 §1) where it came from a stranger: in a page that opened a link,
 * on a server. Switching a check off counts as raising it.
 */
export const strangersCeilings: Ceilings = new Map([
  ["IRONFLOW_LUA_MAX_INSTRUCTIONS", 1_000_000_000],
  ["IRONFLOW_LUA_MAX_SECONDS", 30],
  ["IRONFLOW_LUA_MAX_MEMORY_BYTES", 268_435_456],
  ["IRONFLOW_MAX_RUN_SECONDS", 300],
  ["IRONFLOW_MAX_FLOW_SOURCE_BYTES", 8_388_608],
  ["IRONFLOW_MAX_CONVERSION_DEPTH", 120],
  ["IRONFLOW_MAX_CONVERSION_NODES", 1_000_000],
  ["IRONFLOW_MAX_CONCURRENT_TASKS", 64],
]);
