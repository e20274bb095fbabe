import type { FunctionDefinition } from "./lua-function.ts";

export const stringFunctions: readonly FunctionDefinition[] = [];
