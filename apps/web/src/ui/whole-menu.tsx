import { Menu as Base } from "@base-ui/react/menu";
import { useRef } from "react";
import { Button } from "./button.tsx";
import styles from "./menu.module.css";
import type { MenuProps } from "./menu.tsx";
import { Sentence } from "./sentence.tsx";

/** A menu with all its behaviour, open from the start: it takes the place of the button that was pressed. */
export function WholeMenu({ label, items, onChoose, onOpen }: MenuProps) {
  const place = useRef<HTMLSpanElement>(null);
  return (
    <Base.Root defaultOpen onOpenChange={(open) => (open ? onOpen?.() : undefined)}>
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
