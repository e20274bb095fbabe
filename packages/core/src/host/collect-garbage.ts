/**
 * A function that collects this thread's garbage at once. Node collects when its own heap asks for it, and a Lua memory
 * of 128 MiB is hardly anything in that heap: left alone, a server keeps several that nobody uses any more.
 */
export function garbageCollector(): () => void {
  const v8 = process.getBuiltinModule("node:v8");
  const vm = process.getBuiltinModule("node:vm");
  // The flag shows `gc` to contexts that are made afterwards: this one, and no script's.
  v8.setFlagsFromString("--expose-gc");
  const collect: unknown = vm.runInNewContext("gc");
  v8.setFlagsFromString("--no-expose-gc");
  return typeof collect === "function" ? () => void collect() : () => {};
}
