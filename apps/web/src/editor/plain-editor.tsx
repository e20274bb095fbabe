import styles from "./code-editor.module.css";
import type { CodeEditorProps } from "./code-editor.tsx";

/** A textarea: where Monaco does not serve, and until it has come. */
export function PlainEditor({ label, value, onChange }: Pick<CodeEditorProps, "label" | "value" | "onChange">) {
  return (
    <textarea
      className={styles.plain}
      aria-label={label}
      value={value}
      spellCheck={false}
      autoCapitalize="off"
      autoCorrect="off"
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
