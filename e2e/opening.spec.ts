import { Buffer } from "node:buffer";
import { expect, test } from "./playground.ts";
import { PASTES } from "./provider-pastes.ts";
import { CALLS, Workbench } from "./workbench.ts";

const SCENARIO = JSON.stringify({
  version: 1,
  name: "Dropped scenario",
  calls: CALLS('{"a":1}', "dropped_tool"),
  tools: { tools: { dropped_tool: { flow: "d.lua", input: { a: "arguments.a" } } } },
  flows: { "d.lua": 'local f = Flow.new("d") f:step("s", function() return { x = 1 } end) return f' },
});

test.describe("[10] a file that is dropped on the page", () => {
  for (const [title, text] of PASTES) {
    test(`becomes the calls: ${title}`, async ({ page }) => {
      const workbench = new Workbench(page);
      await workbench.open();
      await workbench.drop("answer.txt", text, "text/plain");
      await expect(workbench.opened).toHaveText("The text of answer.txt stands in Calls.");
      await expect(page.getByRole("combobox", { name: "Read as" }).locator("option:checked")).toContainText(title);
      await expect(workbench.call(0)).toContainText("id_1");
    });
  }
});

test("[11 §1] a scenario that is dropped over an edited draft opens beside it; the draft can be come back to", async ({
  page,
}) => {
  const workbench = new Workbench(page);
  await workbench.open();
  await workbench.drop("mine.json", CALLS('{"a":1}', "my_own_call"));
  await workbench.drop("scenario.json", SCENARIO);
  await expect(workbench.title).toContainText("Dropped scenario");
  await expect(workbench.call(0)).toContainText("dropped_tool");
  await workbench.settled();
  await workbench.keptDraft(/^Weather/);
  await expect(workbench.call(0)).toContainText("my_own_call");
});

test("a file is chosen with the button; one that is no text, too new or empty opens nothing and says why", async ({
  page,
}) => {
  const workbench = new Workbench(page);
  await workbench.open();
  const choose = async (name: string, buffer: Buffer) => {
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await (await chooser).setFiles({ name, mimeType: "application/json", buffer });
  };
  await choose("scenario.json", Buffer.from(SCENARIO));
  await expect(workbench.title).toContainText("Dropped scenario");
  await choose("image.png", Buffer.from([0x89, 0x50, 0xff, 0xfe]));
  await expect(workbench.opened).toContainText("image.png is no text in UTF-8");
  await choose("new.json", Buffer.from('{"version":2,"flows":{}}'));
  await expect(workbench.opened).toContainText("another version");
  await choose("empty.json", Buffer.from(""));
  await expect(workbench.opened).toContainText("empty");
  await expect(workbench.title).toContainText("Dropped scenario");
});
