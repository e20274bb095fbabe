import { basename } from "node:path";
import { createNodeRunner } from "../host/index.ts";
import { type FinishedRun, finishedRunToJson, type Json, printJson, type Runner, readScenario } from "../index.ts";
import { finishRun } from "./finish-run.ts";
import { type Io, problemLine } from "./io.ts";
import type { CommandOptions } from "./main.ts";
import { runText } from "./run-text.ts";

/** `tool-dispatch validate`: flow files, and the flows of scenarios, checked without running a step (spec 09). */
export async function validateCommand(files: readonly string[], options: CommandOptions, io: Io): Promise<number> {
  const runner = createNodeRunner({ spares: 0 });
  let worst = 0;
  try {
    for (const file of files) {
      if (io.signal.aborted) return 130;
      const flows = flowsOf(file, await io.read(file), io);
      if (flows === undefined) worst = 2;
      for (const [name, source] of flows ?? []) {
        worst = Math.max(worst, await validate(runner, { name, source }, options, io));
      }
    }
  } finally {
    await runner.close();
  }
  return io.signal.aborted ? 130 : worst;
}

/** The flows of a file by the names they are shown under; undefined after its faults were written. */
function flowsOf(file: string, text: string, io: Io): ReadonlyMap<string, string> | undefined {
  if (!looksLikeScenario(file, text)) return new Map([[file === "-" ? "standard input" : basename(file), text]]);
  const read = readScenario(text);
  if (read.ok) return read.value.flows;
  for (const problem of read.problems) io.error(problemLine(file, problem));
  return undefined;
}

/** By its name; standard input by what it begins with. */
function looksLikeScenario(file: string, text: string): boolean {
  return file === "-" ? text.trimStart().startsWith("{") : !file.endsWith(".lua");
}

async function validate(
  runner: Runner,
  flow: { readonly name: string; readonly source: string },
  options: CommandOptions,
  io: Io,
): Promise<number> {
  const document = new Map<string, Json>([
    ["kind", "validate"],
    [
      "options",
      new Map<string, Json>([
        ["entry", flow.name],
        ["strict", options.strict],
      ]),
    ],
    ["flows", new Map([[flow.name, flow.source]])],
  ]);
  const run = await finishRun(runner, printJson(document), io.signal);
  io.print(options.json ? `${line(flow.name, run)}\n` : runText(flow.name, run, undefined, io.colours));
  return run.kind === "validate" && run.valid ? 0 : 1;
}

function line(name: string, run: FinishedRun): string {
  return printJson(new Map<string, Json>([["name", name], ...finishedRunToJson(run)]));
}
