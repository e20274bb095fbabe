import { expect, test } from "./playground.ts";

test("the page opens under its own name", async ({ page }) => {
  await page.goto("/");
  await expect(page).toHaveTitle("Tool Dispatch Playground");
});

test("the page is isolated, so that a running handler can be cancelled through shared memory", async ({ page }) => {
  await page.goto("/");
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
});
