import { useDispatch, useSelect } from "../app-context.ts";
import { Dialog } from "../ui/dialog.tsx";
import styles from "./command-sheet.module.css";
import { COMMANDS } from "./commands.ts";

/** Every command of the keyboard, and the switch for single keys. */
export function CommandSheet({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const singleKeys = useSelect((state) => state.singleKeys);
  const dispatch = useDispatch();
  return (
    <Dialog title="Keyboard" open={open} onClose={onClose}>
      <table className={styles.table}>
        <caption className="visually-hidden">Commands</caption>
        <thead>
          <tr>
            <th scope="col">Keys</th>
            <th scope="col">What they do</th>
          </tr>
        </thead>
        <tbody>
          {COMMANDS.map(({ id, keys, what, kind }) => (
            <tr key={id}>
              <th scope="row">
                <kbd>{keys}</kbd>
              </th>
              <td>
                {what}
                {kind === "chord" ? null : <span className={styles.where}> (not while you write)</span>}
              </td>
            </tr>
          ))}
          <tr>
            <th scope="row">
              <kbd>Ctrl+M</kbd>
            </th>
            <td>In an editor: Tab leaves it, or writes again</td>
          </tr>
        </tbody>
      </table>
      <p>On a Mac, Command does what Ctrl does here.</p>
      <label className={styles.switch}>
        <input
          type="checkbox"
          checked={singleKeys}
          onChange={(event) => dispatch({ type: "single-keys-switched", on: event.target.checked })}
        />
        Commands of a single letter (J, K, ?)
      </label>
    </Dialog>
  );
}
