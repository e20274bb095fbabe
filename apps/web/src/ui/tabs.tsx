import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";
import styles from "./tabs.module.css";

export interface TabItem {
  readonly id: string;
  readonly label: string;
  /** Said after the label: `1 error`. */
  readonly mark?: { readonly text: string; readonly label: string; readonly quiet?: boolean };
}

export interface TabsProps {
  readonly label: string;
  readonly items: readonly TabItem[];
  readonly selected: string;
  readonly onSelect: (id: string) => void;
  /** Of the selected tab. */
  readonly children: ReactNode;
  readonly after?: ReactNode;
  /** What the panel holds scrolls by itself or can take the focus; else the panel does both. */
  readonly contentFocus?: boolean;
}

/** Tabs with the panel of the selected one. */
export function Tabs({ label, items, selected, onSelect, children, after, contentFocus = false }: TabsProps) {
  return (
    <Base.Root className={styles.root} value={selected} onValueChange={(value) => onSelect(String(value))}>
      <div className={styles.bar}>
        <Base.List className={styles.list} aria-label={label} activateOnFocus>
          {items.map((item) => (
            <Base.Tab key={item.id} value={item.id} className={styles.tab}>
              {item.label}
              {item.mark === undefined ? null : (
                <span className={item.mark.quiet ? `${styles.mark} ${styles.quiet}` : styles.mark}>
                  <span aria-hidden="true">{item.mark.text}</span>
                  <span className="visually-hidden"> {item.mark.label}</span>
                </span>
              )}
            </Base.Tab>
          ))}
        </Base.List>
        {after}
      </div>
      <Base.Panel value={selected} className={styles.panel} tabIndex={contentFocus ? -1 : 0}>
        {children}
      </Base.Panel>
    </Base.Root>
  );
}
