import { strToU8, zipSync } from "fflate";
import type { KeptRun } from "../store/kept-run.ts";
import { curlCommand } from "./curl-command.ts";
import { markdownReport } from "./markdown-report.ts";
import { regressionTest, scenarioFile } from "./run-export.ts";

/** Everything about a run as files, by their paths: the documents as they were written, the flows, each other export. */
export function runFiles(kept: KeptRun, origin: string): ReadonlyMap<string, string> {
  const { draft, run } = kept;
  const texts = new Map([
    ["scenario.json", scenarioFile(draft)],
    ["run.sh", curlCommand(draft, origin)],
    ["report.md", markdownReport(kept)],
    ["calls.txt", draft.calls],
    ["tools.txt", draft.tools],
    ["context.json", draft.context],
    ...draft.flows.map(({ name, source }) => [`flows/${fileName(name)}`, source] as const),
  ]);
  const expected = regressionTest(draft, run.result);
  if (expected.ok) texts.set("regression-test.json", expected.text);
  return texts;
}

export function zipOf(texts: ReadonlyMap<string, string>): Uint8Array {
  return zipSync(Object.fromEntries([...texts].map(([name, text]) => [name, strToU8(text)])));
}

/** A flow's name as the name of a file in its own folder: one that leads elsewhere is escaped, and so is no path. */
function fileName(name: string): string {
  const safe = name.split("/").every((part) => /^[\w-][\w.-]*$/.test(part));
  return safe ? name : encodeURIComponent(name).replaceAll(".", "%2E");
}
