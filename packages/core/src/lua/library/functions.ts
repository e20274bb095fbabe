import { baseFunctions } from "./base-functions.ts";
import { base64Functions } from "./base64-functions.ts";
import { builderFunctions } from "./builder-functions.ts";
import { flowFunctions } from "./flow-functions.ts";
import { hostFunctions } from "./host-functions.ts";
import { jsonFunctions } from "./json-functions.ts";
import type { FunctionDefinition } from "./lua-function.ts";
import { patternFunctions } from "./pattern-functions.ts";
import { stateFunctions } from "./state-functions.ts";
import { stringFunctions } from "./string-functions.ts";
import { tableFunctions } from "./table-functions.ts";

/** Every function that Lua can call in JavaScript. Their order is that of the border's indices. */
export const FUNCTIONS: readonly FunctionDefinition[] = [
  ...baseFunctions,
  ...stringFunctions,
  ...patternFunctions,
  ...tableFunctions,
  ...jsonFunctions,
  ...base64Functions,
  ...hostFunctions,
  ...flowFunctions,
  ...builderFunctions,
  ...stateFunctions,
];
