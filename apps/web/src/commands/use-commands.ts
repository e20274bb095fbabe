import { useEffect } from "react";
import { useApp } from "../app-context.ts";
import type { LiveRun } from "../runners/use-live-run.ts";
import type { AppStore } from "../store/create-app-store.ts";
import { type CommandId, commandOf, type Pane } from "./commands.ts";
import { problemStops } from "./next-problem.ts";

/** Carries the keyboard's commands out, wherever the focus is. */
export function useCommands(): void {
  const { store, live } = useApp();
  useEffect(() => {
    const desk = createDesk(store, live);
    const onKey = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : document.body;
      // Dialogs and menus have keys of their own.
      if (target.closest("[role=dialog], [role=menu]") !== null) return;
      const command = commandOf(event, isTyping(target), store.getState().singleKeys);
      if (command === undefined || !desk.obey(command.id)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    // Before the editor, which has other plans for some of these keys.
    addEventListener("keydown", onKey, true);
    return () => {
      removeEventListener("keydown", onKey, true);
      desk.close();
    };
  }, [store, live]);
}

function isTyping(target: Element): boolean {
  return target.closest("textarea, input:not([type=radio], [type=checkbox]), select, .monaco-editor") !== null;
}

interface Desk {
  /** False when there is nothing to do, so that the key keeps its own meaning. */
  readonly obey: (command: CommandId) => boolean;
  readonly close: () => void;
}

function createDesk(store: AppStore, live: LiveRun): Desk {
  let stop = -1;
  let from: Element | null = null;
  const close = store.subscribe((state, before) => {
    if (state.wanted !== before.wanted && state.wanted !== undefined) from = document.activeElement;
  });
  const step = (by: number) => {
    const { call, analysis } = store.getState();
    const next = call + by;
    if (next < 0 || next >= analysis.views.length) return false;
    store.dispatch({ type: "call-chosen", call: next });
    return true;
  };
  const goOn = () => {
    const stops = problemStops(store.getState());
    stop = (stop + 1) % Math.max(1, stops.length);
    const next = stops[stop];
    if (next === undefined) return false;
    if ("spot" in next) store.dispatch({ type: "spot-wanted", spot: next.spot });
    else {
      store.dispatch({ type: "call-chosen", call: next.call });
      store.dispatch({ type: "detail-tab-chosen", tab: "inputs" });
      focusPane(store, "detail");
    }
    return true;
  };
  const back = () => {
    if (from === null) return false;
    store.dispatch({ type: "narrow-pane-chosen", pane: "trace" });
    if (from instanceof HTMLElement && from.isConnected) from.focus();
    else focusPane(store, "detail");
    from = null;
    return true;
  };
  const done = (act: () => void) => () => {
    act();
    return true;
  };
  const acts: Record<CommandId, () => boolean> = {
    run: done(live.run),
    stop: () => store.getState().run?.status === "running" && done(live.stop)(),
    share: done(() => store.dispatch({ type: "dialog-opened", dialog: "share" })),
    open: done(() => document.querySelector<HTMLElement>("[data-command=open]")?.click()),
    format: done(() => document.querySelector<HTMLElement>("[data-command=format]")?.click()),
    back,
    "next-call": () => step(1),
    "previous-call": () => step(-1),
    "next-problem": goOn,
    sheet: done(() => store.dispatch({ type: "dialog-opened", dialog: "commands" })),
    "pane-documents": done(() => focusPane(store, "documents")),
    "pane-run": done(() => focusPane(store, "run")),
    "pane-calls": done(() => focusPane(store, "calls")),
    "pane-detail": done(() => focusPane(store, "detail")),
    "pane-outcome": done(() => focusPane(store, "outcome")),
  };
  return { obey: (command) => acts[command](), close };
}

/** Puts the focus on what is chosen in a pane, once the pane is there. */
function focusPane(store: AppStore, pane: Pane): void {
  store.dispatch({ type: "narrow-pane-chosen", pane: pane === "documents" ? "edit" : "trace" });
  requestAnimationFrame(() => {
    const root = document.querySelector(`[data-pane=${pane}]`);
    const chosen = root?.querySelector<HTMLElement>("[role=tab][aria-selected=true], [aria-pressed=true], button");
    chosen?.focus();
  });
}
