/** A function or value of the sandbox that Lua itself does not have (spec 04 §2). */
export interface SandboxName {
  readonly name: string;
  /** `(text, …)`; absent for values. */
  readonly parameters?: readonly string[];
  readonly about: string;
}

/** In the order in which completion offers them. */
export const SANDBOX_NAMES: readonly SandboxName[] = [
  { name: "ctx", about: "The context: a private copy. Changing it changes nothing else." },
  { name: "env", parameters: ["key"], about: "An environment value as a string, or nil." },
  { name: "json_parse", parameters: ["text"], about: "The value of a JSON text. Fails with `json_parse failed: …`." },
  { name: "json_stringify", parameters: ["value"], about: "Compact JSON, keys sorted." },
  {
    name: "json_array",
    parameters: ["table"],
    about: "Marks the table as an array, also an empty one, and returns it.",
  },
  { name: "json_object", parameters: ["table"], about: "Marks the table as an object and returns it." },
  { name: "json_null", about: "JSON null: truthy, and equal only to itself. A missing value arrives as this." },
  { name: "base64_encode", parameters: ["text"], about: "Standard alphabet, padded." },
  { name: "base64_decode", parameters: ["text"], about: "Fails with `base64_decode failed: …`." },
  {
    name: "log",
    parameters: ["[level]", "…"],
    about: "Writes a log line. The level is trace, debug, info, warn or error; info when it is none of them.",
  },
  { name: "uuid4", parameters: [], about: "A random UUID as text." },
  { name: "now_rfc3339", parameters: [], about: "The current UTC time as text." },
  { name: "now_unix_ms", parameters: [], about: "The current UTC time as an integer of milliseconds." },
];

const BY_NAME = new Map(SANDBOX_NAMES.map((one) => [one.name, one]));

export function sandboxName(name: string): SandboxName | undefined {
  return BY_NAME.get(name);
}

/** `json_parse(text)` */
export function signatureOf({ name, parameters }: SandboxName): string {
  return parameters === undefined ? name : `${name}(${parameters.join(", ")})`;
}

/** The call whose parentheses the cursor is in, on this line: its name, and which argument is being written. */
export function callAt(line: string, column: number): { readonly name: string; readonly argument: number } | undefined {
  let depth = 0;
  let argument = 0;
  for (let at = column - 1; at >= 0; at--) {
    const character = line[at];
    if (character === ")" || character === "}" || character === "]") depth++;
    else if (character === "(" || character === "{" || character === "[") {
      if (depth > 0) depth--;
      else if (character !== "(") return undefined;
      else {
        const name = /([A-Za-z_][\w.]*)\s*$/.exec(line.slice(0, at))?.[1];
        return name === undefined ? undefined : { name, argument };
      }
    } else if (character === "," && depth === 0) argument++;
  }
  return undefined;
}
