import { expect, test } from "./playground.ts";
import { CALLS, Workbench } from "./workbench.ts";

// What the browser and the script write when a file of the page does not come.
test.use({ refusals: /Failed to load resource|net::ERR_|dynamically imported module|planted fault/ });

test("the editor does not come: its documents are edited as plain text, until the page is opened anew", async ({
  page,
}) => {
  let blocked = true;
  await page.route(/\/assets\/(?:code-editor|monaco-features)-.*\.js/, (route) =>
    blocked ? route.abort() : route.continue(),
  );
  const workbench = new Workbench(page);
  await workbench.open();
  await expect(page.getByRole("alert").filter({ hasText: "could not be loaded" })).toBeVisible();
  await page.locator("textarea").fill(CALLS('{"city":"Oslo"}', "get_weather"));
  await expect(workbench.call(0)).toContainText("get_weather");
  await workbench.settled();
  blocked = false;
  await page.getByRole("button", { name: "Reload the page" }).click();
  await expect(page.locator(".monaco-editor .view-line").filter({ hasText: "Oslo" }).first()).toBeVisible();
});

test("what draws long lists does not come: all rows are there all the same", async ({ page }) => {
  await page.route(/\/assets\/virtual-rows-/, (route) => route.abort());
  const workbench = new Workbench(page);
  await workbench.open();
  const calls = Array.from({ length: 90 }, (_, index) => ({ id: `c${index}`, name: `tool_${index}`, arguments: "{}" }));
  await workbench.drop("calls.json", JSON.stringify(calls));
  await expect(workbench.call(89)).toContainText("tool_89");
});

test("the formatter and the zip writer do not come: each says so", async ({ page }) => {
  await page.route(/\/assets\/(?:format-document|export-zip)-/, (route) => route.abort());
  const workbench = new Workbench(page);
  await workbench.open();
  await workbench.settled();
  await page.getByRole("button", { name: "Format" }).click();
  await expect(page.getByRole("status", { name: "Format" })).toContainText("could not be loaded");
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("menuitem", { name: /All as a zip/ }).click();
  await expect(page.getByText("What makes zips could not be loaded")).toBeVisible();
});

test("a part that fails while it is shown: the fault is named, the draft can be saved and shown again", async ({
  page,
}) => {
  let broken = true;
  await page.route(/\/assets\/exposure-table-.*\.js/, async (route) => {
    if (!broken) return route.continue();
    const name = /export\s*\{\s*\w+ as (\w+)/.exec(await (await route.fetch()).text())?.[1] ?? "";
    const body = `const fail = () => { throw new Error("planted fault"); }; export { fail as ${name} };`;
    return route.fulfill({ contentType: "text/javascript", body });
  });
  const workbench = new Workbench(page);
  await workbench.open();
  await workbench.settled();
  await page.getByRole("tab", { name: "What the model sees" }).click();
  await expect(page.getByRole("heading", { name: "A fault of the playground’s own" })).toBeVisible();
  await expect(page.getByText("planted fault")).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save the draft as a file" }).click();
  expect((await download).suggestedFilename()).toBe("scenario.json");
  broken = false;
  await page.getByRole("button", { name: "Reload the page" }).click();
  await expect(workbench.call(0)).toBeVisible();
});
