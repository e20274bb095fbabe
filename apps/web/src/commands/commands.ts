/** A pane that a command puts the focus into; also the value of `data-pane` in the layout. */
export type Pane = "documents" | "run" | "calls" | "detail" | "outcome";

export type CommandId =
  | "run"
  | "stop"
  | "share"
  | "open"
  | "format"
  | "back"
  | "next-call"
  | "previous-call"
  | "next-problem"
  | "sheet"
  | `pane-${Pane}`;

export interface Command {
  readonly id: CommandId;
  /** As it is written in the sheet. */
  readonly keys: string;
  readonly what: string;
  readonly matches: (event: KeyboardEvent) => boolean;
  /** `chord`: with a modifier, works everywhere. `silent`: not in editors and fields. `single`: that, and can be switched off. */
  readonly kind: "chord" | "silent" | "single";
}

const bare = (event: KeyboardEvent) => !(event.ctrlKey || event.metaKey || event.altKey);
const withControl = (key: string) => (event: KeyboardEvent) =>
  (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === key;
/** By the place of the key: with Alt some keyboards write another character. */
const withAlt = (code: string) => (event: KeyboardEvent) =>
  event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey && event.code === code;
const withAltShift = (code: string) => (event: KeyboardEvent) =>
  event.altKey && event.shiftKey && !event.ctrlKey && !event.metaKey && event.code === code;
const alone = (key: string) => (event: KeyboardEvent) => bare(event) && event.key === key;

/** Every command of the keyboard, in the order of the sheet. */
export const COMMANDS: readonly Command[] = [
  { id: "run", keys: "Ctrl+Enter", what: "Run", matches: withControl("enter"), kind: "chord" },
  { id: "stop", keys: "Escape", what: "Stop the run", matches: alone("Escape"), kind: "silent" },
  { id: "share", keys: "Ctrl+S", what: "Share", matches: withControl("s"), kind: "chord" },
  { id: "open", keys: "Ctrl+O", what: "Open a file", matches: withControl("o"), kind: "chord" },
  { id: "format", keys: "Alt+Shift+F", what: "Format the document", matches: withAltShift("KeyF"), kind: "chord" },
  { id: "pane-documents", keys: "Alt+1", what: "Go to the documents", matches: withAlt("Digit1"), kind: "chord" },
  { id: "pane-run", keys: "Alt+2", what: "Go to the run", matches: withAlt("Digit2"), kind: "chord" },
  { id: "pane-calls", keys: "Alt+3", what: "Go to the calls", matches: withAlt("Digit3"), kind: "chord" },
  { id: "pane-detail", keys: "Alt+4", what: "Go to the chosen call", matches: withAlt("Digit4"), kind: "chord" },
  { id: "pane-outcome", keys: "Alt+5", what: "Go to the outcome", matches: withAlt("Digit5"), kind: "chord" },
  { id: "back", keys: "Alt+Left", what: "Back from a station's place", matches: withAlt("ArrowLeft"), kind: "chord" },
  { id: "next-problem", keys: "F8", what: "Next problem", matches: alone("F8"), kind: "silent" },
  { id: "next-call", keys: "J", what: "Next call", matches: alone("j"), kind: "single" },
  { id: "previous-call", keys: "K", what: "Call before", matches: alone("k"), kind: "single" },
  { id: "sheet", keys: "?", what: "This sheet", matches: alone("?"), kind: "single" },
];

/** The command that a key press is, given where it is typed and whether single keys are on. */
export function commandOf(event: KeyboardEvent, typing: boolean, singleKeys: boolean): Command | undefined {
  const command = COMMANDS.find((one) => one.matches(event));
  if (command === undefined || event.isComposing) return undefined;
  if (typing && command.kind !== "chord") return undefined;
  return command.kind === "single" && !singleKeys ? undefined : command;
}
