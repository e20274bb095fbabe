import { parseArgs } from "node:util";
import {
  FORMAT_NAMES,
  type FormatName,
  isFormatName,
  isReplyFormat,
  REPLY_FORMATS,
  type ReplyFormat,
} from "../index.ts";
import { explainCommand } from "./explain-command.ts";
import { importCommand } from "./import-command.ts";
import { type Io, UsageError } from "./io.ts";
import { runCommand } from "./run-command.ts";
import { validateCommand } from "./validate-command.ts";

const USAGE = `Usage: tool-dispatch COMMAND FILE… [options]

  run FILE…                 run scenario files; one with \`expect\` is checked
  explain FILE…             how every reference of every call resolves, without running anything
  validate FILE… [--strict] check flow files (.lua) or the flows of scenarios, without running anything
  import FILE…              tool calls out of a provider's answer, a conversation, a log, a stream or markup

  --json          one JSON object a line
  --reply FORMAT  run, import: the results in the shape that a provider expects back
  --format NAME   import: look for calls in this format alone
  --turn NUMBER   import: take this turn, from 1
  -               as FILE: standard input

Reply formats: ${REPLY_FORMATS.join(", ")}.
Import formats: ${FORMAT_NAMES.join(", ")}.

Exit status: 0 as expected, 1 a difference or a failure, 2 unusable input or options, 130 interrupted.
`;

type Command = (files: readonly string[], options: CommandOptions, io: Io) => Promise<number>;

export interface CommandOptions {
  readonly json: boolean;
  readonly strict: boolean;
  readonly reply?: ReplyFormat | undefined;
  readonly format?: FormatName | undefined;
  /** From 0. */
  readonly turn?: number | undefined;
}

const COMMANDS: ReadonlyMap<string, { readonly options: readonly string[]; readonly load: () => Promise<Command> }> =
  new Map([
    ["run", { options: ["json", "reply"], load: async () => runCommand }],
    ["explain", { options: ["json"], load: async () => explainCommand }],
    ["validate", { options: ["json", "strict"], load: async () => validateCommand }],
    ["import", { options: ["json", "reply", "format", "turn"], load: async () => importCommand }],
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
        reply: { type: "string" },
        format: { type: "string" },
        turn: { type: "string" },
      },
    });
    const refused = Object.keys(values).find((name) => !allowed.includes(name));
    if (refused !== undefined) throw new UsageError(`\`tool-dispatch ${command}\` takes no \`--${refused}\`.`);
    const { json = false, strict = false, reply, format, turn } = values;
    if (reply !== undefined && !isReplyFormat(reply)) throw unknownName("reply", reply, REPLY_FORMATS);
    if (format !== undefined && !isFormatName(format)) throw unknownName("format", format, FORMAT_NAMES);
    if (turn !== undefined && !/^[1-9]\d{0,8}$/.test(turn))
      throw new UsageError(`\`--turn ${turn}\` is not the number of a turn; they count from 1.`);
    const options = { json, strict, reply, format, turn: turn === undefined ? undefined : Number(turn) - 1 };
    return { files: positionals, options };
  } catch (fault) {
    if (fault instanceof UsageError) throw fault;
    throw new UsageError(`${fault instanceof Error ? fault.message : String(fault)}`);
  }
}

function unknownName(option: string, name: string, known: readonly string[]): UsageError {
  return new UsageError(`There is no format \`${name}\` for \`--${option}\`: use one of ${known.join(", ")}.`);
}
