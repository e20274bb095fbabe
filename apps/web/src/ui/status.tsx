import styles from "./status.module.css";

export type Tone = "good" | "bad" | "doubtful" | "quiet";

const ICONS: Record<Tone, string> = { good: "✓", bad: "✕", doubtful: "△", quiet: "·" };

/** A status as an icon and a word: never by colour alone. */
export function Status({ tone, children }: { readonly tone: Tone; readonly children: string }) {
  return (
    <span className={`${styles.status} ${styles[tone]}`}>
      <span aria-hidden="true">{ICONS[tone]}</span>
      {children}
    </span>
  );
}
