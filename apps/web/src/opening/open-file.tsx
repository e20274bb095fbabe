import { useRef } from "react";
import { useApp, useSelect } from "../app-context.ts";
import { Button } from "../ui/button.tsx";
import styles from "./open-file.module.css";
import { useOpening } from "./use-opening.ts";

/** Chooses a file to open; says what the last one, chosen or dropped, came to. */
export function OpenFile() {
  const { store } = useApp();
  const { said, hovering, open } = useOpening(store);
  const draft = useSelect((state) => state.draft.id);
  const text = said.draft === draft ? said.text : "";
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button data-command="open" onClick={() => input.current?.click()}>
        Open
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="File to open"
        onChange={(event) => {
          void open(event.target.files ?? []);
          event.target.value = "";
        }}
      />
      <span role="status" aria-label="Opened" className={text === "" ? "visually-hidden" : styles.said}>
        {text}
      </span>
      {hovering ? <div className={styles.hovering}>Drop the file to open it</div> : null}
    </>
  );
}
