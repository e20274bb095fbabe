import styles from "./app.module.css";
import { useDispatch, useSelect } from "./app-context.ts";
import { CommandSheet } from "./commands/command-sheet.tsx";
import { DraftsMenu } from "./drafts/drafts-menu.tsx";
import { NotKept } from "./drafts/not-kept.tsx";
import { EXAMPLES } from "./examples/examples.ts";
import { ExportMenu } from "./export/export-menu.tsx";
import { HistoryDialog } from "./history/history-dialog.tsx";
import { OpenFile } from "./opening/open-file.tsx";
import { ShareDialog } from "./share/share-dialog.tsx";
import { draftFromDocument } from "./store/draft.ts";
import type { Theme } from "./store/state.ts";
import { Button } from "./ui/button.tsx";
import { Menu } from "./ui/menu.tsx";
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
  const dialog = useSelect((state) => state.dialog);
  const open = (id: string) => {
    const example = EXAMPLES.find((one) => one.id === id);
    if (example === undefined) return;
    dispatch({ type: "draft-opened", draft: draftFromDocument(example.document, crypto.randomUUID()) });
  };
  return (
    <header className={styles.header}>
      <h1 className={styles.brand}>Tool Dispatch Playground</h1>
      <p className={styles.about}>
        <span className={styles.draft}>{title === "" ? "Untitled" : title}</span> <Sentence text={about} />
      </p>
      <div className={styles.actions}>
        <Menu label="Examples" items={EXAMPLES} onChoose={open} />
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
      <CommandSheet />
      <ShareDialog open={dialog === "share"} onClose={() => dispatch({ type: "dialog-closed" })} />
      <HistoryDialog open={dialog === "history"} onClose={() => dispatch({ type: "dialog-closed" })} />
    </header>
  );
}
