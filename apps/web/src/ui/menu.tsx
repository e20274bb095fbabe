import { Menu as Base } from "@base-ui/react/menu";
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
  return (
    <Base.Root onOpenChange={(open) => (open ? onOpen?.() : undefined)}>
      <Base.Trigger render={<Button />}>
        {label} <span aria-hidden="true">▾</span>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} align="start">
          <Base.Popup className={styles.popup}>
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
