import { isJsonObject, type Json, parseJson, printJson } from "@tool-dispatch/core";

/**
 * A scenario as the scenario that validates its flow (spec 09): `options.entry`, else its only flow, else `main.lua`.
 * The text was checked to be a scenario.
 */
export function validationOf(scenario: string): string {
  const parsed = parseJson(scenario);
  if (!parsed.ok || !isJsonObject(parsed.value)) throw new Error("not a scenario");
  const document = new Map<string, Json>(parsed.value);
  const options = new Map<string, Json>(objectOr(document.get("options")));
  const flows = [...objectOr(document.get("flows")).keys()];
  const [only] = flows;
  if (!options.has("entry") && flows.length === 1 && only !== undefined) options.set("entry", only);
  return printJson(document.set("kind", "validate").set("options", options));
}

function objectOr(value: Json | undefined): ReadonlyMap<string, Json> {
  return isJsonObject(value) ? value : new Map();
}
