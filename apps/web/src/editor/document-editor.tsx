import { Late } from "../ui/late.tsx";
import { latePart } from "../ui/late-part.ts";
import type { CodeEditorProps } from "./code-editor.tsx";
import { PlainEditor } from "./plain-editor.tsx";
import { useNarrow } from "./use-narrow.ts";

/**
 * Monaco in two steps: started in one piece it would keep the page from answering for a good part of a second. Nothing
 * of it may be used in the first: its services are put together then, from what has registered itself.
 */
const codeEditor = latePart(async () => {
  await import("monaco-editor/editor");
  await nextTask();
  return (await import("./code-editor.tsx")).CodeEditor;
});

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** The editor of one document: Monaco on a wide page, a textarea on a narrow one and where Monaco does not come. */
export function DocumentEditor(props: CodeEditorProps) {
  const narrow = useNarrow();
  const plain = <PlainEditor {...props} />;
  if (narrow) return plain;
  return (
    <Late part={codeEditor} waiting={plain} instead={plain}>
      {(CodeEditor) => <CodeEditor {...props} />}
    </Late>
  );
}
