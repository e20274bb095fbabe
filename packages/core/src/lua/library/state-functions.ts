import { placeOf } from "../place.ts";
import type { FunctionDefinition } from "./lua-function.ts";
import { pushShown } from "./shown.ts";

/** Functions that only this product calls. */
export const stateFunctions: readonly FunctionDefinition[] = [
  {
    /** Runs where an error is raised that nobody catches, while the stack still shows the place. */
    place: "@message_handler",
    make: (sandbox) => (L) => {
      sandbox.raisedAt = placeOf(sandbox.machine, L);
      sandbox.machine.lua.lua_settop(L, 1);
      return 1;
    },
  },
  {
    /** `tostring`, called under protection for an error value. */
    place: "@show",
    make: (sandbox) => (L) => {
      pushShown(sandbox, L, 1);
      return 1;
    },
  },
];
