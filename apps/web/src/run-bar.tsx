import { useEffect, useState } from "react";
import { useApp, useDispatch, useSelect } from "./app-context.ts";
import styles from "./run-bar.module.css";
import { resultsAreOld } from "./store/results-are-old.ts";
import type { RunHost, RunView } from "./store/run-view.ts";
import { shownRun } from "./store/shown-run.ts";
import type { State } from "./store/state.ts";
import { Button } from "./ui/button.tsx";
import { Status } from "./ui/status.tsx";

/** A run that takes longer than this shows that it does, and how to stop it. */
const SHOW_AFTER_MS = 150;

/** Where it runs, how it went, and the way to stop it. */
export function RunBar() {
  const host = useSelect((state) => state.host);
  const run = useSelect((state) => state.run);
  const dispatch = useDispatch();
  const { live, embedded } = useApp();
  const long = useLongRunning(run);
  const refused = run?.status === "lost" && run.host === "server" && host === "server";
  const choose = (next: RunHost) => dispatch({ type: "host-chosen", host: next });
  return (
    <section className={styles.bar} aria-label="Run" data-pane="run">
      {embedded ? null : (
        <>
          <fieldset className={styles.hosts}>
            <legend className="visually-hidden">Run in</legend>
            <HostChoice host="browser" label="Browser" chosen={host} onChoose={choose} />
            <HostChoice host="server" label="Server" chosen={host} onChoose={choose} />
          </fieldset>
          <Button look={host === "server" ? "strong" : "normal"} onClick={live.run}>
            {host === "server" ? "Run on the server" : "Run again"}
          </Button>
        </>
      )}
      <Said />
      {refused ? <Button onClick={() => choose("browser")}>Run in the browser</Button> : null}
      {long ? <Button onClick={live.stop}>Stop</Button> : null}
    </section>
  );
}

interface HostChoiceProps {
  readonly host: RunHost;
  readonly label: string;
  readonly chosen: RunHost;
  readonly onChoose: (host: RunHost) => void;
}

function HostChoice({ host, label, chosen, onChoose }: HostChoiceProps) {
  return (
    <label className={styles.host}>
      <input type="radio" name="host" checked={host === chosen} onChange={() => onChoose(host)} />
      <span>{label}</span>
    </label>
  );
}

/** One polite message per settled run. */
function Said() {
  const said = useSelect(whatIsSaid);
  const parts = said.split("\n");
  return (
    <output className={styles.said} aria-live="polite">
      {parts[0] === "ok" ? <Status tone="good">{parts[1] ?? ""}</Status> : null}
      {parts[0] === "bad" ? <Status tone="bad">{parts[1] ?? ""}</Status> : null}
      {parts[0] === "old" ? <span className={styles.old}>△ {parts[1]}</span> : null}
      {parts[0] === "quiet" ? <span>{parts[1]}</span> : null}
    </output>
  );
}

/** A tone and a sentence, as one text so that it only changes when it reads differently. */
function whatIsSaid(state: State): string {
  if (state.reading) return "quiet\nReading the documents … What is shown belongs to the text before.";
  const stale = [state.analysis.calls, state.analysis.tools, state.analysis.context, state.analysis.exchanges].find(
    (document) => document.stale,
  );
  const problem = stale?.problems[0];
  if (problem?.where !== undefined) {
    const { document, line, column } = problem.where;
    return `old\n${capital(document)} cannot be read at ${line}:${column}. What is shown belongs to the text before.`;
  }
  const { run } = state;
  if (run?.status === "lost") return lostText(run, resultsAreOld(state));
  if (run?.status === "running")
    return state.settled === undefined ? "quiet\nRunning …" : settledText(state, " Running again …");
  if (state.outdated && state.host === "server") return "old\nThe documents changed since this run.";
  return run === undefined ? "quiet\nNot run yet." : settledText(state, "");
}

function lostText({ lostBecause = "The run was lost." }: RunView, old: boolean): string {
  const after = old ? " What is shown belongs to the run before." : "";
  return `${lostBecause === "Stopped." ? "old" : "bad"}\n${lostBecause}${after}`;
}

function settledText(state: State, after: string): string {
  const run = shownRun(state);
  const result = run?.result;
  if (run === undefined || result === undefined) return "quiet\n";
  const where = run.host === "server" ? " on the server" : "";
  const time = ` in ${result.duration_ms < 100 ? result.duration_ms.toFixed(1) : result.duration_ms.toFixed(0)} ms${where}.${after}`;
  if (result.outcome === "cancelled") return `old\nStopped${time}`;
  if (result.kind === "flow" && result.status !== undefined) {
    return result.outcome === "ok" ? `ok\nThe flow succeeded${time}` : `bad\nThe flow failed${time}`;
  }
  if (result.kind === "flow") return `bad\nThe flow could not start${time}`;
  if (result.outcome === "error") return `bad\nThe step failed${time}`;
  const failed =
    result.kind === "dispatch" ? result.calls.filter((call) => call.outcome.status !== "success").length : 0;
  const total = result.kind === "dispatch" ? result.calls.length : 0;
  if (total === 0) return `quiet\nThere was no call to run.${after}`;
  if (failed === 0) return `ok\n${total === 1 ? "The call" : `All ${total} calls`} succeeded${time}`;
  return `bad\n${failed} of ${total} ${total === 1 ? "call" : "calls"} failed${time}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function useLongRunning(run: RunView | undefined): boolean {
  const [long, setLong] = useState(false);
  const running = run?.status === "running";
  useEffect(() => {
    setLong(false);
    if (!running) return;
    const timer = setTimeout(() => setLong(true), SHOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [running]);
  return long && running;
}
