import type { Page } from "@playwright/test";
import { expect, test } from "./playground.ts";
import { CALLS, Workbench } from "./workbench.ts";

const SLOW = JSON.stringify({
  version: 1,
  name: "Slow",
  calls: CALLS('{"n":1}', "slow"),
  tools: { tools: { slow: { flow: "s.lua", input: { n: "arguments.n" } } } },
  flows: {
    "s.lua":
      'local f = Flow.new("s") f:step("s", function(ctx) if ctx.n == 1 then for i = 1, 3e7 do end end return { tool_result_text = "answer " .. ctx.n } end) return f',
  },
});

/** Another way into Calls than the editor, so that no editor has to be loaded. */
async function edit(workbench: Workbench, name: string): Promise<void> {
  await workbench.drop("mine.json", CALLS("{}", name));
  await expect(workbench.call(0)).toContainText(name);
}

async function stored(page: Page, text: string): Promise<void> {
  await expect.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }))).toContain(text);
}

test.describe("[workbench §3] never stale", () => {
  test("a slow run that was overtaken writes nothing", async ({ page }) => {
    const workbench = new Workbench(page);
    await workbench.open();
    await workbench.drop("slow.json", SLOW);
    await workbench.drop("calls.json", CALLS('{"n":2}', "slow"));
    await workbench.detail("Message");
    const message = page.getByRole("tabpanel", { name: "Message" });
    await expect(message).toContainText("answer 2");
    await workbench.settled();
    await expect(message).not.toContainText("answer 1");
  });
});

test.describe("[workbench §3] never lost", () => {
  test("an example over an edited draft: the draft is kept, even in the moment after the last key", async ({
    page,
  }) => {
    const workbench = new Workbench(page);
    await workbench.open();
    await edit(workbench, "my_own_call");
    await workbench.example(/^Deploy/);
    await expect(workbench.call(0)).not.toContainText("my_own_call");
    await workbench.keptDraft(/^Weather/);
    await expect(workbench.call(0)).toContainText("my_own_call");
    await page.reload();
    await expect(workbench.call(0)).toContainText("my_own_call");
  });

  test("storage that is full: the page says so, and what is left can still be come back to", async ({ page }) => {
    const workbench = new Workbench(page);
    await workbench.open();
    await page.evaluate(() => {
      for (let size = 4_194_304; size >= 1; size = Math.floor(size / 2)) {
        try {
          for (let at = 0; at < 8; at++) localStorage.setItem(`full-${size}-${at}`, "x".repeat(size));
        } catch {
          // Smaller pieces fill what is left.
        }
      }
    });
    await edit(workbench, "does_not_fit_but_is_here".repeat(200));
    await expect(page.getByRole("status", { name: "Storage" })).toContainText("storage is full");
    await workbench.example(/^Deploy/);
    await expect(workbench.call(0)).not.toContainText("does_not_fit");
    await workbench.keptDraft(/Only until this page is closed/);
    await expect(workbench.call(0)).toContainText("does_not_fit_but_is_here");
  });

  test("a link over an edited draft opens beside it; a reload shows the work on the link's draft, not the link", async ({
    page,
  }) => {
    const workbench = new Workbench(page);
    await workbench.open();
    await page.getByRole("button", { name: "Share" }).click();
    await page.getByRole("button", { name: "Make the link" }).click();
    await page.getByRole("textbox", { name: "Link" }).waitFor();
    const link = page.url();
    await page.keyboard.press("Escape");
    await edit(workbench, "before_the_link");
    await stored(page, "before_the_link");
    await page.reload();
    await expect(workbench.call(0)).toContainText("before_the_link");
    await page.goto("/");
    await page.goto(link);
    await expect(workbench.call(0)).not.toContainText("before_the_link");
    await workbench.keptDraft(/^Weather/);
    await expect(workbench.call(0)).toContainText("before_the_link");
  });

  test("storage that the browser forbids: the page works and says that it keeps nothing", async ({ page }) => {
    await page.addInitScript(() => {
      for (const name of ["localStorage", "sessionStorage"]) {
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException("forbidden", "SecurityError");
          },
        });
      }
    });
    const workbench = new Workbench(page);
    await workbench.open();
    await expect(page.getByRole("status", { name: "Storage" })).toContainText("keeps nothing");
    await edit(workbench, "in_memory");
    await workbench.example(/^Deploy/);
    await workbench.keptDraft(/Only until this page is closed/);
    await expect(workbench.call(0)).toContainText("in_memory");
  });

  test("two tabs, one of them a duplicate: each keeps its own", async ({ page, context }) => {
    const first = new Workbench(page);
    await first.open();
    await edit(first, "first_tab");
    await stored(page, "first_tab");
    const opened = context.waitForEvent("page");
    // A window that a page opens starts with a copy of its session, as a duplicated tab does.
    await page.evaluate(() => void window.open("/"));
    const second = new Workbench(await opened);
    await expect(second.call(0)).toContainText("first_tab");
    await edit(second, "second_tab");
    await stored(second.page, "second_tab");
    await page.reload();
    await expect(first.call(0)).toContainText("first_tab");
    await second.page.reload();
    await expect(second.call(0)).toContainText("second_tab");
  });

  for (const [what, text] of [
    ["of a later version", '{"version":2,"id":"later","work":"precious"}'],
    ["that is damaged", '{"version":1,"id":"later","docu'],
  ] as const) {
    test(`a stored draft ${what} is said to be there and left as it is`, async ({ page }) => {
      await page.addInitScript((content) => {
        sessionStorage.setItem("tool-dispatch.tab", "later");
        localStorage.setItem("tool-dispatch.draft.later", content);
      }, text);
      const workbench = new Workbench(page);
      await page.goto("/");
      await expect(workbench.title).toContainText("left in this browser as it is");
      await edit(workbench, "new_work");
      await stored(page, "new_work");
      expect(await page.evaluate(() => localStorage.getItem("tool-dispatch.draft.later"))).toBe(text);
    });
  }
});
