import { expect, test } from "./playground.ts";
import { Workbench } from "./workbench.ts";

test("[workbench §2] Tools completes paths that exist, and tells what a reference comes to", async ({ page }) => {
  const workbench = new Workbench(page);
  await workbench.open();
  await workbench.write("Tools", "Tools", '{ "get_weather": { "flow": "weather.lua", "input": { "city": "" } } }');
  await page.keyboard.press("ControlOrMeta+Home");
  for (let step = 0; step < '{ "get_weather": { "flow": "weather.lua", "input": { "city": "'.length; step++)
    await page.keyboard.press("ArrowRight");
  await page.keyboard.type("arguments.");
  const offered = page.getByRole("option", { name: /city/ });
  await expect(offered).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(workbench.input("city")).toContainText("arguments.city");

  await page.locator(".monaco-editor").getByText("arguments.city").first().hover();
  await expect(page.locator(".monaco-hover").first()).toContainText("call 0");
});

test("[workbench §2] a handler completes ctx with last values, and shows how functions are called", async ({
  page,
}) => {
  const workbench = new Workbench(page);
  await workbench.open();
  await workbench.document("weather.lua");
  await page.locator(".monaco-editor").first().waitFor();
  await workbench.editor("Handler flow weather.lua").focus();
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.type("local x = ctx.");
  await expect(page.getByRole("option", { name: /^city,/ })).toContainText("Berlin");
  await page.keyboard.press("Escape");
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("log(");
  await expect(page.locator(".parameter-hints-widget")).toContainText("log([level], …)");
});
