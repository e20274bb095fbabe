import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "./playground.ts";
import { Workbench } from "./workbench.ts";

const STATES: readonly { readonly name: string; readonly go: (bench: Workbench) => Promise<void> }[] = [
  { name: "first visit", go: async () => {} },
  { name: "a failed result", go: (bench) => bench.detail(/^Result/) },
  { name: "steps", go: (bench) => bench.detail("Steps") },
  { name: "secrets", go: (bench) => bench.document("Secrets") },
  { name: "what the model sees", go: (bench) => bench.detail("What the model sees") },
  { name: "sharing", go: (bench) => bench.page.getByRole("button", { name: "Share" }).click() },
];

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [320, 768, 1440]) {
    test(`no accessibility fault, ${colorScheme}, ${width} pixels wide`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      const bench = new Workbench(page);
      await bench.open();
      for (const { name, go } of STATES) {
        if (width === 320 && name === "secrets") await page.getByRole("button", { name: "Edit", exact: true }).click();
        if (width === 320 && name === "what the model sees")
          await page.getByRole("button", { name: "Trace", exact: true }).click();
        await go(bench);
        const { violations } = await new AxeBuilder({ page }).exclude(".monaco-editor").analyze();
        const found = violations.flatMap((violation) =>
          violation.nodes.map((node) => `${violation.id}: ${node.html.slice(0, 160)}`),
        );
        expect(found, name).toEqual([]);
        // Nothing stands outside of the page, whether it could be scrolled to or is cut off.
        const right = await page.evaluate(() =>
          Math.max(
            document.documentElement.scrollWidth,
            ...[...document.querySelectorAll("header, main, section")].map(
              (part) => part.getBoundingClientRect().right,
            ),
          ),
        );
        expect(Math.round(right), `${name} is not wider than the page`).toBeLessThanOrEqual(width);
      }
    });
  }
}
