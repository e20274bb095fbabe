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

test("[workbench §6] Format indents a handler from the keyboard: the cursor stays, undoing brings the text back", async ({
  page,
}) => {
  const workbench = new Workbench(page);
  await workbench.open();
  const source =
    'local flow = Flow.new("w")\nflow:step("s", function(ctx)\nreturn {\nn = 7 // 2,\n}\nend)\nreturn flow\n';
  await workbench.write("weather.lua", "Handler flow weather.lua", source);
  await expect(workbench.said).toContainText("succeeded");
  for (let line = 0; line < 4; line++) await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Alt+Shift+F");
  await expect(page.getByRole("status", { name: "Format" })).toHaveText("Formatted.");
  const indented = source
    .replace("return {", "    return {")
    .replace("n = 7", "        n = 7")
    .replace("\n}\n", "\n    }\n");
  const text = async () => (await kept(workbench)).flows["weather.lua"];
  await expect.poll(text).toBe(indented);
  await page.keyboard.press("End");
  await page.keyboard.type(" -- here");
  await expect.poll(text).toContain("n = 7 // 2, -- here");
  await page.keyboard.press("Alt+Shift+F");
  await expect(page.getByRole("status", { name: "Format" })).toHaveText("Nothing to format.");
  for (let step = 0; step < 3; step++) await page.keyboard.press("ControlOrMeta+z");
  await expect.poll(text).toBe(source);
});

test("[workbench §6] Format spreads JSON over lines and leaves its numbers and keys as they are", async ({ page }) => {
  const workbench = new Workbench(page);
  await workbench.open();
  await workbench.write("Context", "Context", '{"user":{"name":"Ada"},"10":9007199254740993,"2":1.0}');
  await page.getByRole("button", { name: "Format" }).click();
  const formatted = '{\n  "user": {\n    "name": "Ada"\n  },\n  "10": 9007199254740993,\n  "2": 1.0\n}';
  await expect.poll(async () => (await kept(workbench)).context).toBe(formatted);
  await workbench.write("Context", "Context", "data: none");
  await page.getByRole("button", { name: "Format" }).click();
  await expect(page.getByRole("status", { name: "Format" })).toContainText("no JSON");
});

/** The documents of this tab's draft, as they are kept. */
function kept({ page }: Workbench): Promise<{ context: string; flows: Record<string, string> }> {
  return page.evaluate(() => {
    const text = localStorage.getItem(`tool-dispatch.draft.${sessionStorage.getItem("tool-dispatch.tab")}`);
    return JSON.parse(text ?? '{"document":{"flows":{}}}').document;
  });
}
