import { parseArgs } from "node:util";
import { explainCommand } from "./explain-command.ts";
import { type Io, UsageError } from "./io.ts";
import { runCommand } from "./run-command.ts";
import { validateCommand } from "./validate-command.ts";

const USAGE = `Usage: tool-dispatch COMMAND FILE… [options]

  run FILE…                 run scenario files; one with \`expect\` is checked
  explain FILE…             how every reference of every call resolves, without running anything
  validate FILE… [--strict] check flow files (.lua) or the flows of scenarios, without running anything

  --json    one JSON object a line
  -         as FILE: standard input

Exit status: 0 as expected, 1 a difference or a failure, 2 unusable input or options, 130 interrupted.
`;

type Command = (files: readonly string[], options: CommandOptions, io: Io) => Promise<number>;

export interface CommandOptions {
  readonly json: boolean;
  readonly strict: boolean;
}

const COMMANDS: ReadonlyMap<string, { readonly options: readonly string[]; readonly load: () => Promise<Command> }> =
  new Map([
    ["run", { options: ["json"], load: async () => runCommand }],
    ["explain", { options: ["json"], load: async () => explainCommand }],
    ["validate", { options: ["json", "strict"], load: async () => validateCommand }],
  ]);

/** The command line (spec 11 §4): arguments in, exit status out; writes through `io` only. */
export async function main(args: readonly string[], io: Io): Promise<number> {
  try {
    return await dispatch(args, io);
  } catch (fault) {
    if (!(fault instanceof UsageError)) throw fault;
    io.error(`${fault.message}\n`);
    return 2;
  }
}

async function dispatch(args: readonly string[], io: Io): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === "help" || name === "--help" || name === "-h") {
    (name === undefined ? io.error : io.print)(USAGE);
    return name === undefined ? 2 : 0;
  }
  const command = COMMANDS.get(name);
  if (command === undefined) {
    throw new UsageError(
      `There is no command \`${name}\`: use ${[...COMMANDS.keys()].join(", ")}. See \`tool-dispatch help\`.`,
    );
  }
  const { files, options } = readArguments(name, rest, command.options);
  if (files.length === 0) throw new UsageError(`\`tool-dispatch ${name}\` needs a file, or \`-\` for standard input.`);
  const execute = await command.load();
  return execute(files, options, io);
}

function readArguments(command: string, args: readonly string[], allowed: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        json: { type: "boolean" },
        strict: { type: "boolean" },
      },
    });
    const refused = Object.keys(values).find((name) => !allowed.includes(name));
    if (refused !== undefined) throw new UsageError(`\`tool-dispatch ${command}\` takes no \`--${refused}\`.`);
    const { json = false, strict = false } = values;
    return { files: positionals, options: { json, strict } };
  } catch (fault) {
    if (fault instanceof UsageError) throw fault;
    throw new UsageError(`${fault instanceof Error ? fault.message : String(fault)}`);
  }
}
