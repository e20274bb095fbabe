import { parentPort } from "node:worker_threads";
import { serveRuns } from "../host/serve-runs.ts";
import type { HandlerRequest, Lua } from "../index.ts";
import { createLua } from "../lua/index.ts";

/**
 * A thread like the real one, but for its Lua, which does what the real one must never do: it hangs in handlers of
 * `hang.lua` where no hook can reach it, and takes the thread down in those of `crash.lua`.
 */
const port = parentPort;
if (port === null) throw new Error("this file is started as a worker thread");
serveRuns(
  { post: (message) => port.postMessage(message), listen: (handle) => port.on("message", handle) },
  {
    openLua: async (options) => {
      const lua = await createLua(options);
      return new Proxy(lua, {
        get: (target, name) => (name === "run" ? withFaults(target.run) : Reflect.get(target, name, target)),
      });
    },
  },
);

function withFaults(run: Lua["run"]): Lua["run"] {
  return (request) => {
    const file = fileOf(request);
    // Killed before or cancelled before it begins, it is only told so.
    const executes = request.spent === undefined && !request.cancelled();
    while (file === "hang.lua" && executes);
    if (file === "crash.lua" && executes) process.exit(7);
    return run(request);
  };
}

function fileOf({ code }: HandlerRequest): string | undefined {
  return code.kind === "function" ? code.code.file : undefined;
}
