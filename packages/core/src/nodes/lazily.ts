import type { Settled } from "../flow/settled.ts";
import { NodeFault } from "./node-fault.ts";

/**
 * A library that is loaded when a node first needs it: a promise the first time, the library itself from then on, so
 * that a page pays for it only when a flow uses it.
 */
export function lazily<T>(name: string, load: () => Promise<T>): () => Settled<T> {
  let library: Settled<T> | undefined;
  return () => {
    library ??= load().then(
      (loaded) => {
        library = loaded;
        return loaded;
      },
      (cause: unknown) => {
        library = undefined;
        throw new NodeFault(`the ${name} library could not be loaded: ${String(cause)}`);
      },
    );
    return library;
  };
}
