import { basename } from "node:path";
import { readScenario, type Scenario } from "../index.ts";
import { type Io, problemLine } from "./io.ts";

/** A scenario file, or undefined after its faults were written. */
export async function readScenarioFile(
  file: string,
  io: Io,
): Promise<{ name: string; scenario: Scenario; text: string } | undefined> {
  const text = await io.read(file);
  const read = readScenario(text);
  if (!read.ok) {
    for (const problem of read.problems) io.error(problemLine(file, problem));
    return undefined;
  }
  const fallback = file === "-" ? "standard input" : basename(file).replace(/\.json$/, "");
  return { name: read.value.name ?? fallback, scenario: read.value, text };
}

/** Runs `each` over all files; the worst exit status wins. */
export async function overFiles(
  files: readonly string[],
  io: Io,
  each: (file: string, name: string, scenario: Scenario, text: string) => Promise<number>,
): Promise<number> {
  let worst = 0;
  for (const file of files) {
    if (io.signal.aborted) return 130;
    const read = await readScenarioFile(file, io);
    const status = read === undefined ? 2 : await each(file, read.name, read.scenario, read.text);
    worst = Math.max(worst, status);
  }
  return io.signal.aborted ? 130 : worst;
}
