import { expect, test } from "./playground.ts";
import { PASTES } from "./provider-pastes.ts";
import { Workbench } from "./workbench.ts";

test.describe("[10] pasting what a provider gave", () => {
  for (const [title, text] of PASTES) {
    test(`into Calls: ${title}`, async ({ page }) => {
      const workbench = new Workbench(page);
      await workbench.open();
      await workbench.write("Calls", "Calls", text);
      await expect(page.getByRole("combobox", { name: "Read as" }).locator("option:checked")).toContainText(title);
      await expect(workbench.call(0)).toContainText("get_weather");
      await expect(workbench.call(0)).toContainText("id_1");
    });
  }

  test("by the menu, with the keyboard alone, in a format of one's own choice", async ({ page }) => {
    const workbench = new Workbench(page);
    await workbench.open();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    for (const [title, text] of PASTES) {
      await page.evaluate((content) => navigator.clipboard.writeText(content), text);
      await page.getByRole("button", { name: "Paste as" }).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("menuitem", { name: "Detect the format" }).waitFor();
      await page.keyboard.type(title);
      await page.keyboard.press("Enter");
      await expect(page.getByRole("combobox", { name: "Read as" }).locator("option:checked")).toHaveText(title);
      await expect(workbench.call(0)).toContainText("id_1");
    }
  });
});

test("[10 §5] a log: the turn that waits is taken, another can be", async ({ page }) => {
  const turn = (city: string) =>
    JSON.stringify({
      role: "assistant",
      tool_calls: [{ id: "t", function: { name: "get_weather", arguments: JSON.stringify({ city }) } }],
    });
  const answer = JSON.stringify({ role: "tool", tool_call_id: "t", content: "3" });
  const workbench = new Workbench(page);
  await workbench.open();
  await workbench.write("Calls", "Calls", [turn("Oulu"), answer, turn("Salo"), "{broken"].join("\n"));
  await workbench.detail("Raw");
  const raw = page.getByRole("tabpanel", { name: "Raw" });
  await expect(raw).toContainText("Salo");
  await expect(page.getByRole("list", { name: "Problems" })).toContainText("4:");
  await page.getByRole("combobox", { name: "Turn" }).selectOption("1: line 1, 1 call, answered");
  await expect(raw).toContainText("Oulu");
});

test("[10] broken arguments: the repair is shown as a difference and taken by a click", async ({ page }) => {
  const workbench = new Workbench(page);
  await workbench.open();
  await workbench.write(
    "Calls",
    "Calls",
    JSON.stringify([{ id: "a", function: { name: "get_weather", arguments: '{"city":"Oslo"' } }]),
  );
  const problems = page.getByRole("list", { name: "Problems" });
  await expect(problems).toContainText("as if it was cut off");
  await problems.getByRole("button", { name: "Use the repaired text" }).click();
  await expect(problems.getByRole("button", { name: "Use the repaired text" })).toHaveCount(0);
  await workbench.detail("Raw");
  await expect(page.getByRole("tabpanel", { name: "Raw" })).toContainText('"city": "Oslo"');
});

test("[10 §3] the reply has the shape of the provider whose calls were pasted", async ({ page }) => {
  const workbench = new Workbench(page);
  await workbench.open();
  await workbench.write("Calls", "Calls", PASTES[1]?.[1] ?? "");
  await workbench.settled();
  await page.getByRole("tab", { name: "Reply" }).click();
  const panel = page.getByRole("region", { name: "Reply" });
  await expect(panel).toContainText('"tool_use_id": "id_1"');
  await panel.getByRole("combobox", { name: "Shape" }).selectOption("Mistral");
  await expect(panel).toContainText("must be 9 letters and digits");
});
