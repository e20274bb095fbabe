import { defineNode } from "../define-node.ts";
import { withLibrary } from "../with-library.ts";
import { cleanHtml, cleaningRules } from "./clean-html.ts";
import { htmlLibrary } from "./html-library.ts";

/** HTML without what could run (spec 07 §5). */
export const htmlSanitize = defineNode("html_sanitize", (task) => {
  const { settings } = task;
  const html = settings.inputOrSourceText();
  const rules = cleaningRules(settings);
  const outputKey = settings.text("output_key", "sanitized_html");
  return withLibrary(task, htmlLibrary(), (library) => [[outputKey, cleanHtml(library, html, rules)]]);
});
