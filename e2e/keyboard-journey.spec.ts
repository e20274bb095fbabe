import { expect, test } from "./playground.ts";
import { Workbench } from "./workbench.ts";

test("[workbench §6–7] from paste to fix to share by the keyboard alone", async ({ page }) => {
  const workbench = new Workbench(page);
  const { keyboard } = page;
  await workbench.open();
  await page.locator(".monaco-editor").first().waitFor();
  const call = [
    {
      id: "call_7",
      type: "function",
      function: { name: "get_weather", arguments: '{"town":"Oslo","units":"metric"}' },
    },
  ];
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate((text) => navigator.clipboard.writeText(text), JSON.stringify(call));
  await keyboard.press("Alt+1");
  await reach(page.getByRole("textbox", { name: "Calls" }).first(), "Tab");
  await keyboard.press("ControlOrMeta+a");
  await keyboard.press("ControlOrMeta+v");
  await expect(workbench.call(0)).toContainText("call_7");

  await keyboard.press("Alt+4");
  await expect(page.getByRole("tab", { name: /^Inputs/ })).toBeFocused();
  const fix = page.getByRole("button", { name: /^Use / }).first();
  await reach(fix, "Tab");
  await keyboard.press("Enter");
  await expect(page.getByRole("table", { name: "Tool calls" })).toContainText("clear");
  await workbench.settled();

  await keyboard.press("Control+s");
  const make = page.getByRole("button", { name: "Make the link" });
  await reach(make, "Tab");
  await keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Link" })).toHaveValue(/#s=1\./);
  await keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  async function reach(target: typeof fix, key: string): Promise<void> {
    for (let at = 0; at < 40; at++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await keyboard.press(key);
    }
    await expect(target, "is reached by Tab").toBeFocused();
  }
});

test("[workbench §2] what a screen reader is told of a broken walk: a table, its rows and stations in order", async ({
  page,
}) => {
  const workbench = new Workbench(page);
  await workbench.open();
  await expect(page.getByRole("table", { name: "Inputs of get_weather" })).toMatchAriaSnapshot({
    name: "broken-walk.aria.yml",
  });
});
