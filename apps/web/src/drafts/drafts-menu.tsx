import { useState } from "react";
import { useApp, useDispatch } from "../app-context.ts";
import type { KeptDraft } from "../store/draft-keeper.ts";
import { Menu, type MenuItem } from "../ui/menu.tsx";

const FORGET = "forget";

/** As many drafts as can be looked through. */
const MOST_SHOWN = 20;

/** The drafts that were left for another: nothing that was opened over them is the end of them. */
export function DraftsMenu() {
  const { keeper } = useApp();
  const dispatch = useDispatch();
  const [items, setItems] = useState<readonly MenuItem[]>([]);
  const choose = async (id: string) => {
    if (id === FORGET) return keeper.forgetOthers();
    const draft = await keeper.take(id);
    if (draft !== undefined) dispatch({ type: "draft-opened", draft });
  };
  return (
    <Menu
      label="Drafts"
      items={items}
      onOpen={() => setItems(itemsOf(keeper.others()))}
      onChoose={(id) => void choose(id)}
    />
  );
}

function itemsOf(drafts: readonly KeptDraft[]): readonly MenuItem[] {
  if (drafts.length === 0)
    return [{ id: "", name: "No other drafts", about: "Edited drafts that you leave stand here." }];
  const shown = drafts.slice(0, MOST_SHOWN).map(({ id, title, savedAtMs, inMemory }) => ({
    id,
    name: title === "" ? "Untitled" : title,
    about: `${new Date(savedAtMs).toLocaleString("en-GB")}${inMemory ? ". Only until this page is closed" : ""}`,
  }));
  const count = drafts.length === 1 ? "this draft" : `these ${drafts.length} drafts`;
  return [...shown, { id: FORGET, name: `Forget ${count}`, about: "The open draft stays." }];
}
