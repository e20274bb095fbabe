import { findTokenLike } from "@tool-dispatch/core";
import { useState } from "react";
import { useApp } from "../app-context.ts";
import type { KeptRun } from "../store/kept-run.ts";
import type { State } from "../store/state.ts";
import { latePart } from "../ui/late-part.ts";
import { Menu } from "../ui/menu.tsx";
import { curlCommand } from "./curl-command.ts";
import styles from "./export-menu.module.css";
import { markdownReport } from "./markdown-report.ts";
import { regressionTest, scenarioFile } from "./run-export.ts";
import { saveFile } from "./save-file.ts";

const ITEMS = [
  { id: "scenario", name: "Scenario file", about: "The documents as they are now; runs on the command line." },
  { id: "test", name: "Regression test", about: "The shown run's scenario, which expects what came out of it." },
  { id: "curl", name: "Copy as curl", about: "Runs the documents on this server, from a shell." },
  { id: "report", name: "Markdown report", about: "The shown run's calls, references, results and errors." },
  { id: "zip", name: "All as a zip", about: "The shown run: its documents, flows, and each of the above." },
];

const zipWriter = latePart(() => import("./export-zip.ts"));

/** Files and commands made of what is shown. Values of secrets are in none of them. */
export function ExportMenu() {
  const { store } = useApp();
  const [said, setSaid] = useState("");
  const choose = async (id: string) => {
    setSaid("");
    setSaid(await exportAs(id, store.getState()));
  };
  return (
    <span className={styles.root}>
      <Menu label="Export" items={ITEMS} onChoose={(id) => void choose(id)} />
      <span role="status" className={styles.said}>
        {said}
      </span>
    </span>
  );
}

/** The run that is looked at: the old one that was opened, else the newest that ended. */
function shownKeptRun({ history, oldRun }: State): KeptRun | undefined {
  return history.find((one) => one.number === oldRun) ?? history.at(-1);
}

/** Does it, and says so. */
async function exportAs(id: string, state: State): Promise<string> {
  const kept = shownKeptRun(state);
  if (id === "scenario") return save("scenario.json", scenarioFile(state.draft));
  if (id === "curl") return copy(curlCommand(state.draft, location.origin));
  if (kept === undefined) return "There is no run yet.";
  if (id === "report") return save("report.md", markdownReport(kept));
  if (id === "zip") {
    const writer = await zipWriter.fetch().catch(() => undefined);
    if (writer === undefined) return "What makes zips could not be loaded. Reload the page to get it.";
    const files = writer.runFiles(kept, location.origin);
    return saveFile("tool-dispatch.zip", writer.zipOf(files)) + credentialsIn([...files.values()].join("\n"));
  }
  const test = regressionTest(kept.draft, kept.run.result);
  return test.ok ? save("regression-test.json", test.text) : test.message;
}

function save(name: string, text: string): string {
  return saveFile(name, text) + credentialsIn(text);
}

/** Said of what leaves the page: values of secrets are not in it, but what a person wrote elsewhere is. */
function credentialsIn(text: string): string {
  const found = new Set(findTokenLike(text).map(({ looksLike, masked }) => `${looksLike}, ${masked}`));
  if (found.size === 0) return "";
  const [first = "", ...others] = found;
  return ` △ In it is what looks like ${first}${others.length === 0 ? "" : `, and ${others.length} more such`}.`;
}

async function copy(text: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return `Copied.${credentialsIn(text)}`;
  } catch {
    return "The browser does not allow copying here.";
  }
}
