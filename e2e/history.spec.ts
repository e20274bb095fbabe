import type { Page } from "@playwright/test";
import { expect, test } from "./playground.ts";
import { Workbench } from "./workbench.ts";

const dialog = (page: Page) => page.getByRole("dialog", { name: "Runs of this page" });
const secondRun = async (bench: Workbench) => {
  await bench.open();
  await bench.example(/^Orders/);
  await bench.said.getByText(/failed/).waitFor();
  await bench.write(
    "Tools",
    "Tools",
    '{"list_orders":{"flow":"orders.lua","input":{"user_id":"ctx.user.profile.id","limit":"arguments.limit"}}}',
  );
  await expect(bench.said).toContainText("succeeded");
};

test("the history, by keyboard: what changed between two runs, an old run read-only, its documents restored and taken back", async ({
  page,
}) => {
  const bench = new Workbench(page);
  await secondRun(bench);
  await page.getByRole("button", { name: "History" }).press("Enter");
  const rows = dialog(page).getByRole("table", { name: "Runs" }).getByRole("row");
  await expect(rows.nth(1)).toContainText(/succeeded.*browser.*Tools/);
  await expect(rows.nth(2)).toContainText(/failed.*browser.*another draft/);

  const difference = dialog(page).getByRole("region", { name: "list_orders, call_7" });
  await expect(difference).toContainText("removed: − ctx.user.id → null");
  await expect(difference).toContainText("added: + ctx.user.profile.id → 4711");
  await expect(dialog(page).getByRole("region", { name: "The step" })).toContainText("user_id is required");

  await rows
    .nth(2)
    .getByRole("button", { name: /^Open run/ })
    .press("Enter");
  const banner = page.getByRole("region", { name: "Old run" });
  await expect(banner).toContainText(/Old run \d+.*failed/);
  await expect(bench.input("user_id")).toContainText("null");
  await expect(page.getByRole("button", { name: /^Use ctx/ })).toHaveCount(0);
  // The documents beside it are other ones: nothing leads to them.
  await expect(bench.input("user_id").getByRole("button")).toHaveCount(0);

  await banner.getByRole("button", { name: "Restore its documents" }).press("Enter");
  await expect(banner).toHaveCount(0);
  await expect(bench.said).toContainText("failed");
  await page.getByRole("button", { name: "Take it back" }).press("Enter");
  await expect(bench.said).toContainText("succeeded");
  await expect(bench.input("user_id")).toContainText("4711");
});
