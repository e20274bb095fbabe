import { createNodeRunner } from "../host/index.ts";
import {
  checkExpectation,
  type Difference,
  type FinishedRun,
  finishedRunToJson,
  type Json,
  printJson,
  type Reply,
  reply,
  replyToJson,
  type Scenario,
} from "../index.ts";
import { finishRun } from "./finish-run.ts";
import type { Io } from "./io.ts";
import type { CommandOptions } from "./main.ts";
import { overFiles } from "./read-scenario-file.ts";
import { replyText } from "./reply-text.ts";
import { runText } from "./run-text.ts";

/** `tool-dispatch run`: runs scenarios and, where they say what to expect, checks it. */
export async function runCommand(files: readonly string[], options: CommandOptions, io: Io): Promise<number> {
  // In a thread, so that an interrupt is heard while Lua runs and a watchdog guards it.
  const runner = createNodeRunner({ spares: 0 });
  try {
    return await overFiles(files, io, async (_file, name, scenario, text) => {
      const run = await finishRun(runner, text, io.signal);
      return report(name, scenario, run, options, io);
    });
  } finally {
    await runner.close();
  }
}

function report(name: string, scenario: Scenario, run: FinishedRun, options: CommandOptions, io: Io): number {
  const differences = scenario.expect === undefined ? undefined : checkExpectation(scenario.expect, run);
  const answer = options.reply === undefined ? undefined : reply("calls" in run ? run.calls : [], options.reply);
  io.print(
    options.json
      ? `${runLine(name, run, differences, answer)}\n`
      : `${runText(name, run, differences, io.colours)}${answer === undefined ? "" : replyText(answer, io.colours)}`,
  );
  if (run.outcome === "cancelled" && io.signal.aborted) return 130;
  if (differences !== undefined) return differences.length === 0 ? 0 : 1;
  return run.outcome === "ok" ? 0 : 1;
}

/** Spec 11 §4: the finished run plus `name`, with `expect` `passed` and `differences`, with `--reply` the reply. */
function runLine(
  name: string,
  run: FinishedRun,
  differences: readonly Difference[] | undefined,
  answer: Reply | undefined,
): string {
  const line = new Map<string, Json>([["name", name], ...finishedRunToJson(run)]);
  if (differences !== undefined) {
    line.set("passed", differences.length === 0);
    line.set("differences", differences.map(differenceToJson));
  }
  if (answer !== undefined) line.set("reply", replyToJson(answer));
  return printJson(line);
}

function differenceToJson({ path, expected, actual }: Difference): Json {
  const json = new Map<string, Json>([
    ["path", path],
    ["expected", expected],
  ]);
  if (actual !== undefined) json.set("actual", actual);
  return json;
}
