/** A context is made in a fraction of a millisecond; that others take the flag back this often does not happen. */
const ATTEMPTS = 50;

/**
 * A function that collects this thread's garbage at once. Node collects when its own heap asks for it, and a Lua memory
 * of 128 MiB is hardly anything in that heap: left alone, a server keeps several that nobody uses any more.
 */
export function garbageCollector(): () => void {
  const v8 = process.getBuiltinModule("node:v8");
  const vm = process.getBuiltinModule("node:vm");
  let collect: unknown;
  // The flag shows `gc` to contexts that are made afterwards: this one, and no script's. It is the whole process's: a
  // thread that starts at the same time may take it back in between, so that this context has none.
  for (let attempt = 0; attempt < ATTEMPTS && typeof collect !== "function"; attempt++) {
    v8.setFlagsFromString("--expose-gc");
    collect = vm.runInNewContext("globalThis.gc");
    v8.setFlagsFromString("--no-expose-gc");
  }
  return typeof collect === "function" ? () => void collect() : () => {};
}
