import { expect, test } from "./playground.ts";
import { Workbench } from "./workbench.ts";

test("a link that the server keeps is stored on request, opened as a draft of its own, and deleted again", async ({
  page,
  context,
}) => {
  const sent: string[] = [];
  context.on("request", (request) => {
    if (new URL(request.url()).pathname.startsWith("/api/")) sent.push(request.method());
  });
  const bench = new Workbench(page);
  await bench.open();
  const here = await bench.published();
  await page.getByRole("button", { name: "Share" }).click();
  expect(sent).toEqual([]);
  const stored = page.getByRole("region", { name: "Stored link" });
  await stored.getByRole("button", { name: "Store on the server" }).click();
  const url = await stored.getByRole("textbox", { name: "Stored link" }).inputValue();
  expect(url).toMatch(/#s=[A-Za-z0-9_-]{22}$/);
  await expect(stored).toContainText(/until \w+ \d+, \d{4}/);
  await expect(stored).toContainText("Delete token");

  const other = await context.newPage();
  await other.goto(url);
  const opened = new Workbench(other);
  await opened.settled();
  expect(await opened.published()).toBe(here);
  // It runs in the browser: the server is asked for the document and for nothing else.
  expect(sent).toEqual(["POST", "GET"]);

  await stored.getByRole("button", { name: "Delete it again" }).click();
  await expect(stored).toContainText("is deleted");
});
