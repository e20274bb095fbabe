import { type KeyboardEvent, type ReactNode, useId } from "react";
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

/** Tabs with the panel of the selected one. Part of the first view, so they are made of the platform alone. */
export function Tabs({ label, items, selected, onSelect, children, after, contentFocus = false }: TabsProps) {
  const id = useId();
  const panel = `${id}-panel`;
  const idOf = (item: string) => `${id}-${item}`;
  const reached = items.some((item) => item.id === selected) ? selected : items[0]?.id;
  return (
    <div className={styles.root}>
      <div className={styles.bar}>
        <div
          role="tablist"
          className={styles.list}
          aria-label={label}
          onKeyDown={(event) => goToTab(event, items, onSelect)}
        >
          {items.map((item) => (
            <button
              key={item.id}
              id={idOf(item.id)}
              type="button"
              role="tab"
              className={styles.tab}
              aria-selected={item.id === selected}
              aria-controls={item.id === selected ? panel : undefined}
              tabIndex={item.id === reached ? 0 : -1}
              onClick={() => onSelect(item.id)}
            >
              {item.label}
              {item.mark === undefined ? null : (
                <span className={item.mark.quiet ? `${styles.mark} ${styles.quiet}` : styles.mark}>
                  <span aria-hidden="true">{item.mark.text}</span>
                  <span className="visually-hidden"> {item.mark.label}</span>
                </span>
              )}
            </button>
          ))}
        </div>
        {after}
      </div>
      <div
        role="tabpanel"
        id={panel}
        aria-labelledby={idOf(selected)}
        className={styles.panel}
        tabIndex={contentFocus ? -1 : 0}
      >
        {children}
      </div>
    </div>
  );
}

/** Arrows go to the next tab and around, Home and End to the first and the last; where they go is chosen. */
function goToTab(event: KeyboardEvent, items: readonly TabItem[], onSelect: (id: string) => void): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")];
  const at = tabs.indexOf(event.target as HTMLElement);
  const next = nextTab(event.key, at, tabs.length);
  const item = items[next];
  if (at < 0 || item === undefined) return;
  event.preventDefault();
  tabs[next]?.focus();
  onSelect(item.id);
}

function nextTab(key: string, at: number, count: number): number {
  switch (key) {
    case "ArrowRight":
      return (at + 1) % count;
    case "ArrowLeft":
      return (at - 1 + count) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return -1;
  }
}
