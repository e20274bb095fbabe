import { baseFunctions } from "./base-functions.ts";
import { base64Functions } from "./base64-functions.ts";
import { flowFunctions } from "./flow-functions.ts";
import { hostFunctions } from "./host-functions.ts";
import { jsonFunctions } from "./json-functions.ts";
import type { FunctionDefinition } from "./lua-function.ts";
import { stateFunctions } from "./state-functions.ts";
import { stringFunctions } from "./string-functions.ts";

/** Every function that Lua can call in JavaScript. Their order is that of the border's indices. */
export const FUNCTIONS: readonly FunctionDefinition[] = [
  ...baseFunctions,
  ...stringFunctions,
  ...jsonFunctions,
  ...base64Functions,
  ...hostFunctions,
  ...flowFunctions,
  ...stateFunctions,
];
