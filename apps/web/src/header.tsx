import styles from "./app.module.css";
import { useDispatch, useSelect } from "./app-context.ts";
import { Dialogs } from "./dialogs.tsx";
import { DraftsMenu } from "./drafts/drafts-menu.tsx";
import { NotKept } from "./drafts/not-kept.tsx";
import { ExamplesMenu } from "./examples/examples-menu.tsx";
import { ExportMenu } from "./export/export-menu.tsx";
import { OpenFile } from "./opening/open-file.tsx";
import type { Theme } from "./store/state.ts";
import { Button } from "./ui/button.tsx";
import { Sentence } from "./ui/sentence.tsx";

const THEMES: Record<Theme, { readonly next: Theme; readonly label: string }> = {
  system: { next: "light", label: "Theme: system" },
  light: { next: "dark", label: "Theme: light" },
  dark: { next: "system", label: "Theme: dark" },
};

/** What is open, and what can be done with all of it. */
export function Header() {
  const title = useSelect((state) => state.draft.title);
  const about = useSelect((state) => state.draft.about);
  const theme = useSelect((state) => state.theme);
  const dispatch = useDispatch();
  return (
    <header className={styles.header}>
      <h1 className={styles.brand}>Tool Dispatch Playground</h1>
      <p className={styles.about}>
        <span className={styles.draft}>{title === "" ? "Untitled" : title}</span> <Sentence text={about} />
      </p>
      <div className={styles.actions}>
        <ExamplesMenu />
        <DraftsMenu />
        <OpenFile />
        <Button onClick={() => dispatch({ type: "dialog-opened", dialog: "history" })}>History</Button>
        <Button onClick={() => dispatch({ type: "dialog-opened", dialog: "share" })}>Share</Button>
        <Button onClick={() => dispatch({ type: "dialog-opened", dialog: "commands" })}>Keyboard</Button>
        <ExportMenu />
        <Button look="plain" onClick={() => dispatch({ type: "theme-chosen", theme: THEMES[theme].next })}>
          {THEMES[theme].label}
        </Button>
      </div>
      <NotKept />
      <Dialogs />
    </header>
  );
}
