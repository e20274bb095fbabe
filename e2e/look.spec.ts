import type { Page } from "@playwright/test";
import { expect, test } from "./playground.ts";
import { Workbench } from "./workbench.ts";
import { STATES } from "./workbench-states.ts";

/** The states whose look is kept, per width. A change that is meant: `npm run look:keep`, and look at the pictures. */
const KEPT: Readonly<Record<number, readonly string[]>> = {
  1440: ["first visit", "what the model sees", "every outcome of a reference", "an error card"],
  390: ["first visit", "every outcome of a reference", "problems of the calls, with fixes"],
};

test.use({ trace: "off" });

for (const [width, kept] of Object.entries(KEPT)) {
  test(`[workbench §7] the page looks as it did, ${width} pixels wide`, async ({ page }) => {
    test.setTimeout(180_000);
    await page.setViewportSize({ width: Number(width), height: 900 });
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    const bench = new Workbench(page);
    await bench.open();
    const last = Math.max(...kept.map((name) => STATES.findIndex((state) => state.name === name)));
    for (const { name, enter, leave } of STATES.slice(0, last + 1)) {
      await enter(bench);
      if (kept.includes(name)) {
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme });
          await settleLook(page);
          await expect
            .soft(page)
            .toHaveScreenshot(`${name.replaceAll(" ", "-").replaceAll(",", "")}-${width}-${colorScheme}.png`);
        }
        await page.emulateMedia({ colorScheme: "light" });
      }
      await leave?.(bench);
    }
  });
}

/** Waits until nothing changes by itself any more, and sets what differs from run to run to one value. */
async function settleLook(page: Page): Promise<void> {
  const editor = page.locator(".monaco-editor .view-line").first();
  if ((page.viewportSize()?.width ?? 0) > 720) await editor.waitFor();
  await page.evaluate(async () => {
    await document.fonts.ready;
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const text = node.nodeValue ?? "";
      const still = text.replace(/\d[\d.,]* (ms|s)\b/g, "1 $1").replace(/^\d+\.\d+$/, "1");
      if (still !== text) node.nodeValue = still;
    }
  });
}
