import { expect, test } from "./playground.ts";
import { CALLS, Workbench } from "./workbench.ts";

/** A context of about a megabyte, with one value that a reference asks for. */
const contextOf = (city: string) =>
  JSON.stringify({
    city,
    rows: Array.from({ length: 9_000 }, (_, id) => ({ id, name: `row ${id}`, text: "x".repeat(80) })),
  });

test("[workbench §3] a large context is read beside the page, and what is shown is said to be old until it is", async ({
  page,
}) => {
  // Megabytes through an editor, on a machine that may have other things to do.
  test.setTimeout(180_000);
  const soon = { timeout: 60_000 };
  const workbench = new Workbench(page);
  await workbench.open();
  await workbench.write("Calls", "Calls", CALLS("{}"));
  await workbench.write("Tools", "Tools", '{"tools":{"echo":{"flow":"weather.lua","input":{"city":"ctx.city"}}}}');
  // The message may come and go between two looks, so the page itself keeps what it said.
  await page.evaluate(() => {
    const kept = { said: [] as string[], longestMs: 0 };
    Object.assign(window, { kept });
    const watched = document.querySelector('[aria-label="Run"] output');
    if (watched === null) throw new Error("the run bar says nothing");
    new MutationObserver(() => kept.said.push(watched.textContent ?? "")).observe(watched, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) kept.longestMs = Math.max(kept.longestMs, duration);
    }).observe({ type: "longtask" });
  });
  await workbench.write("Context", "Context", contextOf("Oslo"));
  await expect(workbench.input("city")).toContainText("Oslo", soon);
  await workbench.write("Context", "Context", contextOf("Bergen"));
  await expect(workbench.input("city")).toContainText("Bergen", soon);
  await workbench.settled();
  const pasted = await longestTask();
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.type("   ", { delay: 100 });
  await expect(workbench.said).not.toContainText("Reading", soon);
  await workbench.settled();
  const typed = await longestTask();
  console.log(`longest task with a context of 1 MB: pasting ${pasted.toFixed(0)} ms, typing ${typed.toFixed(0)} ms`);
  expect(typed).toBeLessThan(5_000);
  const said = await page.evaluate(() => (window as unknown as { kept: { said: string[] } }).kept.said);
  expect(said.join("\n")).toContain("Reading the documents");

  async function longestTask(): Promise<number> {
    return page.evaluate(() => {
      const { kept } = window as unknown as { kept: { longestMs: number } };
      const longest = kept.longestMs;
      kept.longestMs = 0;
      return longest;
    });
  }
});
