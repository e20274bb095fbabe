import { useState } from "react";
import { Button } from "./button.tsx";
import { Late } from "./late.tsx";
import { latePart } from "./late-part.ts";

export interface MenuItem {
  readonly id: string;
  readonly name: string;
  readonly about?: string;
}

export interface MenuProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly onChoose: (id: string) => void;
  /** Before it shows its items. */
  readonly onOpen?: () => void;
}

export const wholeMenu = latePart(async () => (await import("./whole-menu.tsx")).WholeMenu);

/** A button that becomes a menu when it is first pressed: what opens a menu is not part of the first view. */
export function Menu(props: MenuProps) {
  const [asked, setAsked] = useState(false);
  const ask = () => {
    props.onOpen?.();
    setAsked(true);
  };
  const button = (
    <Button
      aria-haspopup="menu"
      aria-expanded={asked}
      onClick={ask}
      onPointerEnter={() => wholeMenu.fetch().catch(() => {})}
    >
      {props.label} <span aria-hidden="true">▾</span>
    </Button>
  );
  if (!asked) return button;
  return (
    <Late part={wholeMenu} waiting={button}>
      {(WholeMenu) => <WholeMenu {...props} />}
    </Late>
  );
}
