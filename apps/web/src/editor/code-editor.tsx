import Editor from "@monaco-editor/react";
import type { EditorMarker } from "./editor-marker.ts";
import { useEditorHelp } from "./help/use-editor-help.ts";
import { useDecorations } from "./use-decorations.ts";
import { useEditor } from "./use-editor.ts";
import { useOutsideEdits } from "./use-outside-edits.ts";
import "./monaco.ts";
import type { SourceRange } from "@tool-dispatch/core";
import styles from "./code-editor.module.css";

export interface CodeEditorProps {
  /** Identity of the document: each has a history of its own. */
  readonly path: string;
  readonly label: string;
  readonly language: "json" | "lua";
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly markers: readonly EditorMarker[];
  /** Shown as marked. */
  readonly marked: SourceRange | undefined;
  /** Where to go and take the focus; each new object goes again. */
  readonly wanted: SourceRange | undefined;
  readonly dark: boolean;
}

/** Monaco for one document; loaded when it is first needed. */
export function CodeEditor(props: CodeEditorProps) {
  const { path, label, language, value, onChange, markers, marked, wanted, dark } = props;
  const { editor, onMount } = useEditor();
  useEditorHelp();
  useOutsideEdits(editor, path, value);
  useDecorations(editor, { path, markers, marked, wanted });
  return (
    <div className={styles.root}>
      <Editor
        path={path}
        language={language}
        value={value}
        onChange={(text) => onChange(text ?? "")}
        onMount={onMount}
        theme={dark ? "ledger-dark" : "ledger-light"}
        loading={<p className={styles.loading}>Opening the editor …</p>}
        options={{
          ariaLabel: label,
          automaticLayout: true,
          fontFamily: "Atkinson Hyperlegible Mono Variable, ui-monospace, monospace",
          fontSize: 13.5,
          lineHeight: 21,
          minimap: { enabled: false },
          overviewRulerLanes: 0,
          renderLineHighlight: "none",
          scrollBeyondLastLine: false,
          tabSize: 2,
          wordWrap: "on",
          fixedOverflowWidgets: true,
          padding: { top: 8, bottom: 8 },
          lineNumbersMinChars: 3,
          stickyScroll: { enabled: false },
          unicodeHighlight: { ambiguousCharacters: false },
        }}
      />
    </div>
  );
}
