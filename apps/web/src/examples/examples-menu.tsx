import { useState } from "react";
import { useDispatch } from "../app-context.ts";
import { draftFromDocument } from "../store/draft.ts";
import { latePart } from "../ui/late-part.ts";
import { Menu, type MenuItem } from "../ui/menu.tsx";

export const examples = latePart(async () => (await import("./examples.ts")).EXAMPLES);

const COMING: readonly MenuItem[] = [{ id: "", name: "The examples are coming …" }];
const LOST: readonly MenuItem[] = [
  { id: "", name: "The examples could not be loaded", about: "Open this menu again to try again." },
];

/** Scenarios that each show one way to fail. */
export function ExamplesMenu() {
  const dispatch = useDispatch();
  const [items, setItems] = useState(COMING);
  const load = () => {
    setItems(examples.get() ?? COMING);
    examples.fetch().then(setItems, () => setItems(LOST));
  };
  const open = (id: string) => {
    const example = examples.get()?.find((one) => one.id === id);
    if (example === undefined) return;
    dispatch({ type: "draft-opened", draft: draftFromDocument(example.document, crypto.randomUUID()) });
  };
  return <Menu label="Examples" items={items} onOpen={load} onChoose={open} />;
}
