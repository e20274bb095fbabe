import { Menu as Base } from "@base-ui/react/menu";
import { useRef } from "react";
import { Button } from "./button.tsx";
import styles from "./menu.module.css";
import { Sentence } from "./sentence.tsx";

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

export function Menu({ label, items, onChoose, onOpen }: MenuProps) {
  const place = useRef<HTMLSpanElement>(null);
  return (
    <Base.Root onOpenChange={(open) => (open ? onOpen?.() : undefined)}>
      <Base.Trigger render={<Button />}>
        {label} <span aria-hidden="true">▾</span>
      </Base.Trigger>
      <span ref={place} className={styles.place} />
      {/* Beside its button, so that it belongs to the same landmark. */}
      <Base.Portal container={place}>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Positioner sideOffset={4} align="start" positionMethod="fixed" className={styles.positioner}>
          {/* What scrolls must be reachable by keyboard, also before an item is. */}
          <Base.Popup className={styles.popup} tabIndex={0}>
            {items.map((item) => (
              <Base.Item key={item.id} className={styles.item} onClick={() => onChoose(item.id)}>
                <span className={styles.name}>{item.name}</span>
                {item.about === undefined ? null : (
                  <div className={styles.about}>
                    <Sentence text={item.about} />
                  </div>
                )}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
