import { FORMAT_NAMES, FORMAT_TITLES, isFormatName } from "@tool-dispatch/core";
import { useState } from "react";
import { useDispatch } from "../app-context.ts";
import { Menu } from "../ui/menu.tsx";
import styles from "./calls-format.module.css";

const ITEMS = [
  { id: "detect", name: "Detect the format" },
  ...FORMAT_NAMES.map((name) => ({ id: name, name: FORMAT_TITLES[name] })),
];

/** Puts the clipboard's text into Calls, read in the format that is chosen. */
export function PasteAs() {
  const dispatch = useDispatch();
  const [refused, setRefused] = useState(false);
  const paste = async (format: string) => {
    try {
      const text = await navigator.clipboard.readText();
      setRefused(false);
      dispatch({ type: "calls-pasted", text, choice: isFormatName(format) ? { format } : {} });
    } catch {
      // The browser did not let this page read the clipboard.
      setRefused(true);
    }
  };
  return (
    <>
      <Menu label="Paste as" items={ITEMS} onChoose={(format) => void paste(format)} />
      <span role="status" className={styles.refused}>
        {refused ? "The browser keeps the clipboard to itself: paste into the text, then choose the format." : ""}
      </span>
    </>
  );
}
