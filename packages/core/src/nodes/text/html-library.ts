import { lazily } from "../lazily.ts";

export interface HtmlLibrary {
  readonly fromHtml: typeof import("hast-util-from-html").fromHtml;
  readonly toHtml: typeof import("hast-util-to-html").toHtml;
  readonly sanitize: typeof import("hast-util-sanitize").sanitize;
  readonly defaultSchema: typeof import("hast-util-sanitize").defaultSchema;
}

/** Parsing and printing HTML without a DOM, for workers. */
export const htmlLibrary = lazily<HtmlLibrary>("HTML", async () => {
  const [{ fromHtml }, { toHtml }, { sanitize, defaultSchema }] = await Promise.all([
    import("hast-util-from-html"),
    import("hast-util-to-html"),
    import("hast-util-sanitize"),
  ]);
  return { fromHtml, toHtml, sanitize, defaultSchema };
});
