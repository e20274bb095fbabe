import { onSettled } from "../../flow/settled.ts";
import { defineNode } from "../define-node.ts";
import { lazily } from "../lazily.ts";
import { cleanHtml, cleaningRules } from "./clean-html.ts";
import { htmlLibrary } from "./html-library.ts";

const markdown = lazily("Markdown", async () => {
  const [{ micromark }, { gfm, gfmHtml }] = await Promise.all([import("micromark"), import("micromark-extension-gfm")]);
  return { micromark, gfm, gfmHtml };
});

/** GitHub-style Markdown as HTML; with `sanitize` also cleaned (spec 07 §5). */
export const markdownToHtml = defineNode("markdown_to_html", ({ settings }) => {
  const text = settings.inputOrSourceText();
  const rules = settings.flag("sanitize", false) ? cleaningRules(settings) : undefined;
  const outputKey = settings.text("output_key", "html");
  return onSettled(markdown(), ({ micromark, gfm, gfmHtml }) => {
    const options = { allowDangerousHtml: true, allowDangerousProtocol: true };
    const html = micromark(text, { ...options, extensions: [gfm()], htmlExtensions: [gfmHtml()] });
    if (rules === undefined) return [[outputKey, html] as const];
    return onSettled(htmlLibrary(), (library) => [[outputKey, cleanHtml(library, html, rules)] as const]);
  });
});
