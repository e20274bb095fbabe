import { type ReactNode, useMemo } from "react";
import { AppContext, type AppServices, useApp, useDispatch, useSelect } from "../app-context.ts";
import type { KeptRun } from "../store/kept-run.ts";
import { Button } from "../ui/button.tsx";
import styles from "./old-run.module.css";
import { openOldStore } from "./old-store.ts";
import { changedWords, durationWords, hostWords, outcomeWords, timeWords } from "./run-words.ts";

/** What is inside shows the old run that was opened, under a banner; or the newest run when none was. */
export function OldRunFrame({ children }: { readonly children: ReactNode }) {
  const kept = useSelect((state) => state.history.find((one) => one.number === state.oldRun));
  if (kept === undefined) return children;
  return (
    <OldRun key={kept.number} kept={kept}>
      {children}
    </OldRun>
  );
}

function OldRun({ kept, children }: { readonly kept: KeptRun; readonly children: ReactNode }) {
  const { live, keeper, desk, embedded } = useApp();
  const services = useMemo(
    (): AppServices => ({ store: openOldStore(kept), live, keeper, desk, embedded, readOnly: true }),
    [kept, live, keeper, desk, embedded],
  );
  return (
    <div className={styles.frame}>
      <OldRunBanner kept={kept} />
      <div className={styles.content}>
        <AppContext value={services}>{children}</AppContext>
      </div>
    </div>
  );
}

function OldRunBanner({ kept }: { readonly kept: KeptRun }) {
  const dispatch = useDispatch();
  const { run, number } = kept;
  const restore = () => dispatch({ type: "old-draft-restored", number, id: crypto.randomUUID() });
  return (
    <section className={styles.banner} aria-label="Old run">
      <p className={styles.words}>
        <strong>△ Old run {number}</strong>, {timeWords(run)}, {hostWords(run)}: {outcomeWords(run).word} in{" "}
        {durationWords(run)}. Changed for it: {changedWords(kept)}. This is not what the documents say now.
      </p>
      <Button look="strong" onClick={() => dispatch({ type: "old-run-closed" })}>
        Back to the newest run
      </Button>
      <Button onClick={restore}>Restore its documents</Button>
    </section>
  );
}

/** After documents of the history were restored: those that made room for them are one click away. */
export function SetAside() {
  const draft = useSelect((state) => state.setAside.at(-1));
  const dispatch = useDispatch();
  if (draft === undefined) return null;
  return (
    <section className={styles.banner} aria-label="Set aside">
      <p className={styles.words} role="status">
        Documents of an old run were restored. What was here before, “{draft.title === "" ? "Untitled" : draft.title}”,
        is set aside.
      </p>
      <Button onClick={() => dispatch({ type: "set-aside-taken-back" })}>Take it back</Button>
    </section>
  );
}
