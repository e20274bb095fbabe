import { expect, test } from "./playground.ts";
import { CALLS, Workbench } from "./workbench.ts";

test("[workbench §6] every command by the keyboard alone; single keys are silent in editors and can be off", async ({
  page,
}) => {
  const workbench = new Workbench(page);
  const { keyboard } = page;
  await workbench.open();
  const two = [...JSON.parse(CALLS("{}", "first")), ...JSON.parse(CALLS("{}", "second"))];
  await workbench.drop("two.json", JSON.stringify(two));
  await keyboard.press("Alt+3");
  const chosen = (name: string) => page.getByRole("button", { name, exact: true });
  await expect(chosen("first")).toBeFocused();
  await keyboard.press("j");
  await expect(chosen("second")).toHaveAttribute("aria-pressed", "true");
  await keyboard.press("k");
  await expect(chosen("first")).toHaveAttribute("aria-pressed", "true");
  for (const [keys, tab] of [
    ["Alt+4", "Inputs"],
    ["Alt+5", "Published"],
    ["Alt+1", "Calls"],
  ] as const) {
    await keyboard.press(keys);
    await expect(page.getByRole("tab", { name: tab }).first()).toBeFocused();
  }
  await keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard" })).toContainText("Next problem");
  await page.getByRole("checkbox", { name: /single letter/ }).press("Space");
  await keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await keyboard.press("Alt+3");
  await keyboard.press("j");
  await expect(chosen("first")).toHaveAttribute("aria-pressed", "true");
  await keyboard.press("Control+s");
  await expect(page.getByRole("dialog", { name: "Share this scenario" })).toBeVisible();
  await keyboard.press("Escape");
  await page.locator(".monaco-editor").first().waitFor();
  await workbench.editor("Calls").focus();
  await keyboard.press("ControlOrMeta+a");
  await keyboard.type("?jk");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(workbench.said).toContainText("Calls cannot be read");
  await keyboard.press("Control+s");
  await expect(page.getByRole("dialog", { name: "Share this scenario" })).toBeVisible();
});
