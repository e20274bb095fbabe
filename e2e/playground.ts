import { test as base, type Page } from "@playwright/test";

export { expect } from "@playwright/test";

/**
 * `test` of every journey. It watches each page of the test's own context: a request to another host, a breach of the
 * content policy, an uncaught error or an error on the console fails the journey, whatever else it was about.
 */
export const test = base.extend<{
  readonly watched: undefined;
  /** What the browser itself writes about answers that the journey has a server refuse. */
  readonly refusals: RegExp | undefined;
}>({
  refusals: [undefined, { option: true }],
  watched: [
    async ({ context, baseURL, refusals }, use) => {
      const complaints: string[] = [];
      const home = new URL(baseURL ?? "").host;
      context.on("request", (request) => {
        const url = new URL(request.url());
        if (/^(https?|wss?):$/.test(url.protocol) && url.host !== home) complaints.push(`request to ${url.href}`);
      });
      context.on("page", (page) => watchPage(page, complaints, refusals));
      await use(undefined);
      base.expect(complaints, "what the page must never do").toEqual([]);
    },
    { auto: true },
  ],
});

function watchPage(page: Page, complaints: string[], refusals: RegExp | undefined): void {
  page.on("pageerror", (error) => complaints.push(`uncaught: ${error.message}`));
  // Breaches of the content policy arrive here too.
  page.on("console", (message) => {
    const text = `${message.text()} (${message.location().url})`;
    if (message.type() === "error" && !refusals?.test(text)) complaints.push(`console: ${text}`);
  });
}
