import type { SourceRange } from "@tool-dispatch/core";
import type { editor as MonacoEditor } from "monaco-editor/editor";
import { useEffect } from "react";
import styles from "./code-editor.module.css";
import type { EditorMarker } from "./editor-marker.ts";
import { monaco } from "./monaco.ts";
import type { StandaloneEditor } from "./use-editor.ts";

export interface Decorations {
  readonly path: string;
  readonly markers: readonly EditorMarker[];
  readonly marked: SourceRange | undefined;
  readonly wanted: SourceRange | undefined;
}

/** Keeps faults, the marked range and the cursor of an editor as they should be. */
export function useDecorations(editor: StandaloneEditor | undefined, decorations: Decorations): void {
  const { path, markers, marked, wanted } = decorations;

  useEffect(() => {
    const model = editor?.getModel();
    if (model == null || !model.uri.path.endsWith(path)) return;
    const shown = markers.map((marker) => ({
      message: marker.message,
      severity: SEVERITIES[marker.severity],
      ...positions(model, marker.at),
    }));
    monaco.editor.setModelMarkers(model, "playground", shown);
  }, [editor, path, markers]);

  useEffect(() => {
    const model = editor?.getModel();
    if (editor === undefined || model == null || marked === undefined) return;
    const range = positions(model, marked);
    const collection = editor.createDecorationsCollection([{ range, options: { className: styles.marked ?? "" } }]);
    editor.revealRangeInCenterIfOutsideViewport(range);
    return () => collection.clear();
  }, [editor, marked]);

  useEffect(() => {
    const model = editor?.getModel();
    if (editor === undefined || model == null || wanted === undefined) return;
    const range = positions(model, wanted);
    editor.setSelection(range);
    editor.revealRangeInCenterIfOutsideViewport(range);
    editor.focus();
  }, [editor, wanted]);
}

const SEVERITIES = {
  error: monaco.MarkerSeverity.Error,
  warning: monaco.MarkerSeverity.Warning,
  info: monaco.MarkerSeverity.Info,
};

function positions(model: MonacoEditor.ITextModel, at: EditorMarker["at"]) {
  if ("line" in at) {
    const line = Math.min(Math.max(1, at.line), model.getLineCount());
    const startColumn = model.getLineFirstNonWhitespaceColumn(line) || 1;
    return { startLineNumber: line, startColumn, endLineNumber: line, endColumn: model.getLineMaxColumn(line) };
  }
  const start = model.getPositionAt(at.start);
  const end = model.getPositionAt(Math.max(at.end, at.start + 1));
  return {
    startLineNumber: start.lineNumber,
    startColumn: start.column,
    endLineNumber: end.lineNumber,
    endColumn: end.column,
  };
}
