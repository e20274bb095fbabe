import { expect, test } from "./playground.ts";
import { Workbench } from "./workbench.ts";

const OUTCOMES = {
  version: 1,
  name: "Outcomes",
  calls: [{ id: "call_1", name: "look_up", arguments: '{"town":"Oslo","list":["a","b"],"nothing":null}' }],
  tools: {
    tools: {
      look_up: {
        flow: "look_up.lua",
        input: {
          missing: "arguments.city",
          wrong_type: "arguments.town.name",
          beyond: "arguments.list.2",
          dots: "ctx.user.",
          no_context_key: "ctx.usr.name",
          json_null: "arguments.nothing",
          literal: "localle",
          whole: "ctx.user",
          nested: { first: "arguments.list.0", deeper: { last: "call.nam" } },
        },
      },
    },
  },
  context: { locale: "nb", user: { name: "Ada", private_note: "do not tell" } },
  flows: {
    "look_up.lua": 'local f = Flow.new("f") f:step("s", function() return { tool_result_text = "done" } end) return f',
  },
};

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

test("[workbench §2] what a screen reader is told of each way in which a reference ends: the outcome, why, and the fix", async ({
  page,
}) => {
  const workbench = new Workbench(page);
  await workbench.open();
  await workbench.drop("outcomes.json", JSON.stringify(OUTCOMES));
  await expect(workbench.input("missing")).toBeVisible();
  await expect(page.getByRole("table", { name: "Inputs of look_up" })).toMatchAriaSnapshot({
    name: "outcomes.aria.yml",
  });
});

test("[workbench §2] on a narrow page the rows are stacked, and a screen reader is told the same table", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 900 });
  const workbench = new Workbench(page);
  await workbench.open();
  await expect(page.getByRole("table", { name: "Inputs of get_weather" })).toMatchAriaSnapshot({
    name: "broken-walk.aria.yml",
  });
});
