import type { editor as MonacoEditor } from "monaco-editor/editor";
import { useCallback, useState } from "react";

export type StandaloneEditor = MonacoEditor.IStandaloneCodeEditor;

/** The editor once it is there. */
export function useEditor(): {
  readonly editor: StandaloneEditor | undefined;
  readonly onMount: (editor: StandaloneEditor) => void;
} {
  const [editor, setEditor] = useState<StandaloneEditor>();
  return { editor, onMount: useCallback((mounted: StandaloneEditor) => setEditor(mounted), []) };
}
