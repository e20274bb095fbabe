import { useState } from "react";
import { useDispatch, useSelect } from "./app-context.ts";
import type { DialogName } from "./store/state.ts";
import { Late } from "./ui/late.tsx";
import { latePart } from "./ui/late-part.ts";

/** The dialogs' code; none of it is part of the first view. */
export const DIALOGS = {
  share: latePart(async () => (await import("./share/share-dialog.tsx")).ShareDialog),
  commands: latePart(async () => (await import("./commands/command-sheet.tsx")).CommandSheet),
  history: latePart(async () => (await import("./history/history-dialog.tsx")).HistoryDialog),
};

/** The dialog that is open. One that was closed stays until another comes, so that it can give the focus back. */
export function Dialogs() {
  const dialog = useSelect((state) => state.dialog);
  const dispatch = useDispatch();
  const [last, setLast] = useState<DialogName>();
  if (dialog !== undefined && dialog !== last) setLast(dialog);
  if (last === undefined) return null;
  const close = () => dispatch({ type: "dialog-closed" });
  return (
    <Late
      part={DIALOGS[last]}
      waiting={
        <span role="status" className="visually-hidden">
          Opening …
        </span>
      }
    >
      {(Dialog) => <Dialog open={dialog === last} onClose={close} />}
    </Late>
  );
}
