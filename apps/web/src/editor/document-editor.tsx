import { lazy, Suspense } from "react";
import type { CodeEditorProps } from "./code-editor.tsx";
import { PlainEditor } from "./plain-editor.tsx";
import { useNarrow } from "./use-narrow.ts";

const CodeEditor = lazy(() => import("./code-editor.tsx"));

/** The editor of one document: Monaco on a wide page, a textarea on a narrow one. */
export function DocumentEditor(props: CodeEditorProps) {
  const narrow = useNarrow();
  if (narrow) return <PlainEditor {...props} />;
  return (
    <Suspense fallback={<PlainEditor {...props} />}>
      <CodeEditor {...props} />
    </Suspense>
  );
}
