import { onSettled } from "../../flow/settled.ts";
import { defineNode } from "../define-node.ts";
import { lazily } from "../lazily.ts";
import { withLibrary } from "../with-library.ts";
import { cleanHtml, cleaningRules } from "./clean-html.ts";
import { type HtmlLibrary, htmlLibrary } from "./html-library.ts";

const converters = lazily("Markdown", async () => {
  const [{ toMdast }, { toMarkdown }, { gfmToMarkdown }] = await Promise.all([
    import("hast-util-to-mdast"),
    import("mdast-util-to-markdown"),
    import("mdast-util-gfm"),
  ]);
  return { toMdast, toMarkdown, gfmToMarkdown };
});

type Converters = Awaited<ReturnType<typeof converters>>;

/** HTML as GitHub-style Markdown; with `sanitize` cleaned first (spec 07 §5). */
export const htmlToMarkdown = defineNode("html_to_markdown", (task) => {
  const { settings } = task;
  const html = settings.inputOrSourceText();
  const rules = settings.flag("sanitize", false) ? cleaningRules(settings) : undefined;
  const outputKey = settings.text("output_key", "markdown");
  return onSettled(htmlLibrary(), (library) =>
    withLibrary(task, converters(), (converter) => {
      const clean = rules === undefined ? html : cleanHtml(library, html, rules);
      return [[outputKey, convert(library, converter, clean)]];
    }),
  );
});

function convert({ fromHtml }: HtmlLibrary, { toMdast, toMarkdown, gfmToMarkdown }: Converters, html: string): string {
  const tree = toMdast(fromHtml(html, { fragment: true }));
  return toMarkdown(tree, { extensions: [gfmToMarkdown()], bullet: "-", emphasis: "*", rule: "-" });
}
