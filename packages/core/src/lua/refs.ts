/** Keys of the registry under which the state keeps what the product needs; the low ones are Lua's own. */
export const REF = {
  /** Lua's own slot for the table of globals. */
  globals: 2n,
  /** Metatable of tables that are JSON arrays. */
  arrayMark: 101n,
  /** Metatable of tables that are JSON objects even when empty. */
  objectMark: 102n,
  /** Functions compiled into the snapshot, by number. */
  handlers: 103n,
  flowMeta: 104n,
  stepMeta: 105n,
  guardedStepMeta: 106n,
  /** What only exists while a flow file loads, name → value. */
  loadGlobals: 107n,
  /** Flow objects and configurations of the file being loaded: keeps them alive and their addresses unique. */
  anchors: 108n,
  collect: 109n,
  random: 110n,
  messageHandler: 111n,
  show: 112n,
} as const;
