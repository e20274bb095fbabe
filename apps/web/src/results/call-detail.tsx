import { useDispatch, useSelect } from "../app-context.ts";
import { ReferenceTable } from "../mapping/reference-table.tsx";
import type { CallView } from "../store/analysis.ts";
import type { CallRunView } from "../store/run-view.ts";
import { shownRun } from "../store/shown-run.ts";
import type { DetailTab } from "../store/state.ts";
import { Tabs } from "../ui/tabs.tsx";
import { CallLog } from "./call-log.tsx";
import { CallMessage } from "./call-message.tsx";
import { CallRaw } from "./call-raw.tsx";
import { CallResult } from "./call-result.tsx";
import { CallSteps } from "./call-steps.tsx";

/** Everything about the chosen call. */
export function CallDetail() {
  const view = useSelect((state) => state.analysis.views[state.call]);
  const tab = useSelect((state) => state.detailTab);
  const run = useSelect((state) => shownRun(state));
  const dispatch = useDispatch();
  if (view === undefined) return null;
  const call = run?.calls.get(view.index);
  const logs = run?.logs.filter((line) => line.run.startsWith(childPath(view))).length ?? 0;
  const items = [
    { id: "inputs", label: "Inputs", ...marked(view.suspicious, "to look at") },
    {
      id: "result",
      label: "Result",
      ...marked(call?.status === "failed" || call?.status === "error" ? 1 : 0, "error"),
    },
    { id: "message", label: "Message" },
    { id: "steps", label: "Steps" },
    {
      id: "log",
      label: "Log",
      ...(logs === 0 ? {} : { mark: { text: logs.toLocaleString("en"), label: "lines", quiet: true } }),
    },
    { id: "raw", label: "Raw" },
  ];
  return (
    <Tabs
      label={`Call ${view.index}, ${view.name}`}
      items={items}
      selected={tab}
      onSelect={(id) => dispatch({ type: "detail-tab-chosen", tab: id as DetailTab })}
    >
      <DetailPanel tab={tab} view={view} call={call} />
    </Tabs>
  );
}

function marked(count: number, what: string) {
  return count === 0 ? {} : { mark: { text: String(count), label: what } };
}

/** Run path of the handler of a call in a scenario of kind dispatch. */
export function childPath(view: CallView): string {
  return `/dispatch/${view.index}`;
}

interface DetailPanelProps {
  readonly tab: DetailTab;
  readonly view: CallView;
  readonly call: CallRunView | undefined;
}

function DetailPanel({ tab, view, call }: DetailPanelProps) {
  switch (tab) {
    case "inputs":
      return <ReferenceTable view={view} />;
    case "result":
      return <CallResult view={view} call={call} />;
    case "message":
      return <CallMessage call={call} />;
    case "steps":
      return <CallSteps path={childPath(view)} />;
    case "log":
      return <CallLog path={childPath(view)} />;
    case "raw":
      return <CallRaw view={view} />;
  }
}
