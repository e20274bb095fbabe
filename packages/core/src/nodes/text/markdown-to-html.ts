import { onSettled } from "../../flow/settled.ts";
import { defineNode } from "../define-node.ts";
import { lazily } from "../lazily.ts";
import { withLibrary } from "../with-library.ts";
import { cleanHtml, cleaningRules } from "./clean-html.ts";
import { htmlLibrary } from "./html-library.ts";

const markdown = lazily("Markdown", async () => {
  const [{ micromark }, { gfm, gfmHtml }] = await Promise.all([import("micromark"), import("micromark-extension-gfm")]);
  return { micromark, gfm, gfmHtml };
});

/** GitHub-style Markdown as HTML; with `sanitize` also cleaned (spec 07 §5). */
export const markdownToHtml = defineNode("markdown_to_html", (task) => {
  const { settings } = task;
  const text = settings.inputOrSourceText();
  const rules = settings.flag("sanitize", false) ? cleaningRules(settings) : undefined;
  const outputKey = settings.text("output_key", "html");
  const render = ({ micromark, gfm, gfmHtml }: MarkdownLibrary) => {
    const options = { allowDangerousHtml: true, allowDangerousProtocol: true };
    return micromark(text, { ...options, extensions: [gfm()], htmlExtensions: [gfmHtml()] });
  };
  if (rules === undefined) return withLibrary(task, markdown(), (library) => [[outputKey, render(library)]]);
  return onSettled(markdown(), (library) =>
    withLibrary(task, htmlLibrary(), (html) => [[outputKey, cleanHtml(html, render(library), rules)]]),
  );
});

type MarkdownLibrary = Awaited<ReturnType<typeof markdown>>;
