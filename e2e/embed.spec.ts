import { expect, test } from "./playground.ts";

test("[workbench §5] in a frame of another page: the trace to read, nothing to edit, a way to the whole page", async ({
  page,
  request,
}) => {
  const policy = async (path: string) => (await request.get(path)).headers()["content-security-policy"];
  expect(await policy("/?embed=1")).toContain("frame-ancestors *");
  expect(await policy("/")).toContain("frame-ancestors 'none'");
  await page.route("**/a-page-of-docs", (route) =>
    route.fulfill({
      contentType: "text/html",
      body: '<iframe title="trace" width="700" height="600" src="/?embed=1"></iframe>',
    }),
  );
  await page.goto("/a-page-of-docs");
  const frame = page.frameLocator("iframe");
  await expect(frame.getByRole("table", { name: "Tool calls" })).toBeVisible();
  await expect(frame.getByRole("region", { name: "Run" }).getByRole("status")).toContainText(/succeeded|failed/);
  await expect(frame.getByRole("textbox")).toHaveCount(0);
  await expect(frame.getByRole("button", { name: /^(Use|Examples|Share|Open|Run)/ })).toHaveCount(0);
  await expect(
    frame
      .getByRole("table", { name: /^Inputs of/ })
      .getByRole("listitem")
      .first(),
  ).toBeVisible();
  await expect(frame.getByRole("table", { name: /^Inputs of/ }).getByRole("button")).toHaveCount(0);
  await expect(frame.getByRole("link", { name: "Open in the playground" })).toHaveAttribute("href", /^\/#s=1\./);
});
