import { describe, expect, test } from "vitest";
import { COMMANDS, commandOf } from "./commands.ts";

const press = (key: string, held: Partial<KeyboardEvent> = {}) =>
  ({
    key,
    code: key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    isComposing: false,
    ...held,
  }) as KeyboardEvent;

describe("[workbench §6] commands", () => {
  test.each(["j", "k", "?", "F8", "Escape"])("%s is silent while a text is written", (key) => {
    expect(commandOf(press(key), false, true)).toBeDefined();
    expect(commandOf(press(key), true, true)).toBeUndefined();
  });

  test("what has a modifier works in editors too", () => {
    expect(commandOf(press("Enter", { ctrlKey: true }), true, false)?.id).toBe("run");
    expect(commandOf(press("s", { metaKey: true }), true, false)?.id).toBe("share");
    expect(commandOf(press("Ï", { altKey: true, shiftKey: true, code: "KeyF" }), true, false)?.id).toBe("format");
    expect(commandOf(press("¡", { altKey: true, code: "Digit1" }), true, false)?.id).toBe("pane-documents");
  });

  test("single keys can be switched off, and are no command with a modifier or while a character is composed", () => {
    expect(commandOf(press("j"), false, false)).toBeUndefined();
    expect(commandOf(press("j", { ctrlKey: true }), false, true)).toBeUndefined();
    expect(commandOf(press("j", { isComposing: true }), false, true)).toBeUndefined();
  });

  test("no two commands have the same keys", () => {
    expect(new Set(COMMANDS.map((command) => command.keys)).size).toBe(COMMANDS.length);
  });
});
