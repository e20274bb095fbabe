import type { Browser, Page } from "@playwright/test";

/** A piece of work that kept the page from answering. */
export interface Task {
  /** Of the processor, which other programs on the machine do not make longer. */
  readonly cpuMs: number;
  readonly wallMs: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** How Chromium names one turn of a thread in its traces. */
const TASK = "ThreadControllerImpl::RunTask";

/** The tasks of the page's main thread while something was done, the longest by processor time first. */
export async function tasksDuring(browser: Browser, page: Page, action: () => Promise<void>): Promise<readonly Task[]> {
  await browser.startTracing(page, {
    categories: ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline", "__metadata"],
  });
  await action();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const renderers = new Set(
    traceEvents
      .filter((event) => event.name === "thread_name" && event.args?.name === "CrRendererMain")
      .map((event) => `${event.pid}/${event.tid}`),
  );
  return traceEvents
    .filter(({ name, ph, pid, tid }) => name === TASK && ph === "X" && renderers.has(`${pid}/${tid}`))
    .map((task) => ({ cpuMs: (task.tdur ?? Number.NaN) / 1000, wallMs: (task.dur ?? 0) / 1000 }))
    .sort((a, b) => b.cpuMs - a.cpuMs);
}
