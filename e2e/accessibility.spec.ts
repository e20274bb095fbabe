import type { Page } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";
import { expect, test } from "./playground.ts";
import { Workbench } from "./workbench.ts";
import { STATES } from "./workbench-states.ts";

/** All of axe's rules, with that for the size of targets, which axe leaves out unless it is asked for. */
const EVERYTHING: RunOptions = { rules: { "target-size": { enabled: true } } };
/** What depends on the theme. */
const COLOURS: RunOptions = { runOnly: ["color-contrast", "link-in-text-block"] };

// Recording each of the many states would take longer than looking at it.
test.use({ trace: "off", refusals: /^Failed to load resource: .*\/api\/runs\)$/ });

test.describe("[workbench §7] no accessibility fault in any state, in both themes", () => {
  for (const width of [320, 1440]) {
    test(`${width} pixels wide`, async ({ page }) => {
      test.setTimeout(300_000);
      await page.setViewportSize({ width, height: 900 });
      // A fade that is half done would have half its contrast.
      await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
      const bench = new Workbench(page);
      await bench.open();
      for (const { name, enter, leave } of STATES) {
        await test.step(name, async () => {
          await enter(bench);
          expect.soft(await faults(page, EVERYTHING), name).toEqual([]);
          await page.emulateMedia({ colorScheme: "dark" });
          expect.soft(await faults(page, COLOURS), `${name}, dark`).toEqual([]);
          await page.emulateMedia({ colorScheme: "light" });
          expect.soft(await rightmost(page), `${name} is not wider than the page`).toBeLessThanOrEqual(width);
          await leave?.(bench);
        });
      }
    });
  }
});

/** What axe finds. Monaco, a library's own, is left out. */
async function faults(page: Page, options: RunOptions): Promise<readonly string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(async (wanted) => {
    const { violations } = await window.axe.run({ exclude: [".monaco-editor"] }, wanted);
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
  }, options);
}

/** Nothing stands outside of the page, whether it could be scrolled to or is cut off. */
function rightmost(page: Page): Promise<number> {
  return page.evaluate(() => {
    const parts = [...document.querySelectorAll("header, main, section, [role=dialog], [role=menu]")];
    const rights = parts.map((part) => part.getBoundingClientRect().right);
    return Math.round(Math.max(document.documentElement.scrollWidth, ...rights));
  });
}

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}
