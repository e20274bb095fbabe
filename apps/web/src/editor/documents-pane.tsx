import { useDispatch, useSelect } from "../app-context.ts";
import { CallsFormat } from "../import-view/calls-format.tsx";
import { type DocumentName, documentOf } from "../store/draft.ts";
import type { LeftTab } from "../store/state.ts";
import { Button } from "../ui/button.tsx";
import { Late } from "../ui/late.tsx";
import { latePart } from "../ui/late-part.ts";
import { Tabs } from "../ui/tabs.tsx";
import { DocumentEditor } from "./document-editor.tsx";
import styles from "./documents-pane.module.css";
import { FormatButton } from "./format-button.tsx";
import { languageOf } from "./language-of.ts";
import { ProblemList } from "./problem-list.tsx";
import { useDark } from "./use-dark.ts";
import { useMarkers } from "./use-markers.ts";

export const secretsForm = latePart(async () => (await import("../secrets/secrets-form.tsx")).SecretsForm);

/** A tab per document: what the model asked, the mapping, the context, the handlers, the secrets. */
export function DocumentsPane() {
  const tab = useSelect((state) => state.leftTab);
  const flows = useSelect((state) => state.draft.flows);
  const problems = useSelect((state) => state.analysis.problems);
  const secrets = useSelect((state) => state.draft.secrets.length);
  const dispatch = useDispatch();
  const errors = (document: string) => {
    const count = problems.filter((one) => one.where?.document === document && one.severity === "error").length;
    return count === 0 ? {} : { mark: { text: "✕", label: "has an error" } };
  };
  const kind = useSelect((state) => state.draft.kind);
  const scripted = useSelect((state) => state.draft.exchanges !== "");
  const dispatched = [
    { id: "calls", label: "Calls", ...errors("calls") },
    { id: "tools", label: "Tools", ...errors("tools") },
  ];
  const items = [
    ...(kind === "dispatch" ? dispatched : []),
    { id: "context", label: "Context", ...errors("context") },
    ...(kind === "flow" || scripted ? [{ id: "exchanges", label: "Exchanges", ...errors("exchanges") }] : []),
    ...flows.map((flow) => ({ id: `flow:${flow.name}`, label: flow.name })),
    {
      id: "secrets",
      label: "Secrets",
      ...(secrets === 0 ? {} : { mark: { text: String(secrets), label: "keys", quiet: true } }),
    },
  ];
  const add = () => {
    const name = newFlowName(flows.map((flow) => flow.name));
    dispatch({ type: "flow-added", name, source: newFlow(name) });
  };
  return (
    <div className={styles.root}>
      <Tabs
        label="Documents"
        items={items}
        selected={tab}
        contentFocus
        onSelect={(id) => dispatch({ type: "left-tab-chosen", tab: id as LeftTab })}
        after={
          <>
            <Button look="plain" className={styles.add} onClick={add}>
              + Handler
            </Button>
            {tab === "secrets" ? null : <FormatButton document={tab} />}
          </>
        }
      >
        {tab === "secrets" ? (
          <Late part={secretsForm}>{(SecretsForm) => <SecretsForm />}</Late>
        ) : (
          <OneDocument document={tab} />
        )}
      </Tabs>
    </div>
  );
}

function OneDocument({ document }: { readonly document: DocumentName }) {
  const text = useSelect((state) => documentOf(state.draft, document));
  const draft = useSelect((state) => state.draft.id);
  const hovered = useSelect((state) => (state.hovered?.document === document ? state.hovered.range : undefined));
  const wanted = useSelect((state) => (state.wanted?.document === document ? state.wanted.range : undefined));
  const markers = useMarkers(document);
  const dispatch = useDispatch();
  const dark = useDark();
  return (
    <div className={styles.body}>
      {document === "calls" ? <CallsFormat /> : null}
      <div className={styles.editor}>
        <DocumentEditor
          path={`${draft}/${document.replace(":", "/")}`}
          label={labelOf(document)}
          language={languageOf(document, text)}
          value={text}
          onChange={(next) => dispatch({ type: "document-edited", document, text: next })}
          markers={markers}
          marked={hovered}
          wanted={wanted}
          dark={dark}
        />
      </div>
      <ProblemList document={document} />
    </div>
  );
}

function labelOf(document: DocumentName): string {
  if (document.startsWith("flow:")) return `Handler flow ${document.slice(5)}`;
  return document.charAt(0).toUpperCase() + document.slice(1);
}

function newFlowName(taken: readonly string[]): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? "handler.lua" : `handler_${number}.lua`;
    if (!taken.includes(name)) return name;
  }
}

function newFlow(name: string): string {
  return `local flow = Flow.new("${name.replace(/\.lua$/, "")}")

flow:step("answer", function(ctx)
    return { tool_result_value = ctx.tool_arguments }
end)

return flow
`;
}
