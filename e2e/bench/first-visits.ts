import type { Browser } from "@playwright/test";
import { openSlowLine } from "./slow-line.ts";

export interface FirstVisits {
  /** From the beginning of the navigation to the run's message, per visit. */
  readonly resultMs: readonly number[];
  /** To the first line of code that the editor shows, per visit. */
  readonly editorMs: readonly number[];
  /** Sum of the layout shifts, per visit. */
  readonly shifts: readonly number[];
}

/** A line as it is called "4G" elsewhere, with the way to a server in the same country. */
export const LINE = { megabitsPerSecond: 9, roundTripMs: 40 };

/** Opens the page for the first time, again and again, each time with nothing in the browser's cache. */
export async function firstVisits(browser: Browser, serverUrl: string, count: number): Promise<FirstVisits> {
  const line = await openSlowLine({ url: serverUrl, ...LINE });
  const visits: Visit[] = [];
  for (let visit = 0; visit < count; visit++) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.addInitScript(watchVisit);
    await page.goto(`${line.url}/`);
    await page.waitForFunction(() => window.visit.resultMs !== undefined && window.visit.editorMs !== undefined);
    // Whatever is put in late could still push something away.
    await page.waitForTimeout(1000);
    visits.push(await page.evaluate(() => window.visit));
    await context.close();
  }
  line.close();
  return {
    resultMs: visits.map((visit) => visit.resultMs ?? Number.NaN),
    editorMs: visits.map((visit) => visit.editorMs ?? Number.NaN),
    shifts: visits.map((visit) => visit.shift),
  };
}

interface Visit {
  resultMs?: number;
  editorMs?: number;
  shift: number;
}

declare global {
  interface Window {
    visit: Visit;
  }
}

function watchVisit(): void {
  const visit: Visit = { shift: 0 };
  window.visit = visit;
  new MutationObserver((_changes, observer) => {
    const said = document.querySelector("[aria-label=Run] output")?.textContent ?? "";
    if (/succeeded|failed/.test(said)) visit.resultMs ??= performance.now();
    if (document.querySelector(".monaco-editor .view-line span span") !== null) visit.editorMs ??= performance.now();
    if (visit.resultMs !== undefined && visit.editorMs !== undefined) observer.disconnect();
  }).observe(document, { subtree: true, childList: true, characterData: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) visit.shift += (entry as PerformanceEntry & { value: number }).value;
  }).observe({ type: "layout-shift", buffered: true });
}
