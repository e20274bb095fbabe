import { describe, expect, it } from "vitest";
import { failure, publish, value } from "../testing/run-node.ts";

const html = async (input: string, config: object = {}) =>
  (await value("markdown_to_html", { input, ...config }, {}, "html")) as string;
const markdown = async (input: string, config: object = {}) =>
  (await value("html_to_markdown", { input, ...config }, {}, "markdown")) as string;
const clean = async (input: string, config: object = {}) =>
  (await value("html_sanitize", { input, ...config }, {}, "sanitized_html")) as string;

describe("[07 §5] markdown_to_html", () => {
  it("reads GitHub-style Markdown: tables, strikethrough, autolinks, task lists", async () => {
    expect(await html("# T\n\n*a* **b** `c`\n\n- x\n- y")).toMatch(
      /<h1>T<\/h1>\s*<p><em>a<\/em> <strong>b<\/strong> <code>c<\/code><\/p>\s*<ul>\s*<li>x<\/li>\s*<li>y<\/li>\s*<\/ul>/,
    );
    expect(await html("| a | b |\n|---|---|\n| 1 | 2 |")).toMatch(/<table>[\s\S]*<th>a<\/th>[\s\S]*<td>2<\/td>/);
    expect(await html("~~gone~~")).toContain("<del>gone</del>");
    expect(await html("see https://a.test/x")).toContain('<a href="https://a.test/x">https://a.test/x</a>');
    expect(await html("- [x] done")).toMatch(/<input[^>]*type="checkbox"[^>]*checked/);
  });

  it("keeps HTML in it, unless it is told to sanitize", async () => {
    const text = '<b>x</b><i onclick="alert(1)">y</i> [l](javascript:alert(1))';
    expect(await html(text)).toContain('<i onclick="alert(1)">y</i>');
    const safe = await html(text, { sanitize: true });
    expect(safe).toContain("<b>x</b>");
    expect(safe).not.toMatch(/onclick|javascript/);
  });

  it("takes text of the context and placeholders", async () => {
    expect(await value("markdown_to_html", { source_key: "t", output_key: "o" }, { t: "a" }, "o")).toBe("<p>a</p>");
    expect(await value("markdown_to_html", { input: "${ctx.t}" }, { t: "a" }, "html")).toBe("<p>a</p>");
    expect(await failure("markdown_to_html", {})).toBe("markdown_to_html requires 'input' or 'source_key'");
  });
});

describe("[07 §5] html_to_markdown", () => {
  it("writes GitHub-style Markdown", async () => {
    expect(await markdown("<h1>T</h1><p><em>a</em> <strong>b</strong> <del>c</del></p><ul><li>x</li></ul>")).toBe(
      "# T\n\n*a* **b** ~~c~~\n\n- x\n",
    );
    expect(await markdown('<a href="https://a.test">l</a>')).toBe("[l](https://a.test)\n");
    expect(await markdown("<table><tr><th>a</th></tr><tr><td>1</td></tr></table>")).toBe("| a |\n| - |\n| 1 |\n");
    expect(await markdown("<pre><code>x = 1\n</code></pre>")).toContain("x = 1");
  });

  it("leaves scripts out, and cleans first when told so", async () => {
    expect(await markdown("<p>a</p><script>alert(1)</script>")).not.toContain("alert");
    expect(await markdown('<a href="javascript:alert(1)">l</a>', { sanitize: true })).not.toContain("javascript");
  });

  it("comes back from Markdown", async () => {
    const text = "# T\n\nSome *text* with `code`.\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n- [x] done\n";
    expect(await markdown(await html(text))).toMatch(/\[x\] done/);
    expect(await markdown(await html(text))).toContain("| 1 | 2 |");
  });
});

describe("[07 §5] html_sanitize", () => {
  it("keeps formatted text and takes out what could run", async () => {
    expect(await clean('<p onclick="x()">a <b>b</b></p>')).toBe("<p>a <b>b</b></p>");
    for (const attack of [
      "<script>alert(1)</script>",
      "<img src=x onerror=alert(1)>",
      '<a href="javascript:alert(1)">x</a>',
      '<a href=" jAvascript:alert(1)">x</a>',
      '<a href="java&#10;script:alert(1)">x</a>',
      '<a href="data:text/html,alert(1)">x</a>',
      "<svg><script>alert(1)</script></svg>",
      "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
      "<iframe src='javascript:alert(1)'></iframe>",
      "<style>a{background:url(javascript:alert(1))}</style>",
      "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>",
      "<template><script>alert(1)</script></template>",
      "<form action='javascript:alert(1)'><button formaction='javascript:alert(1)'>",
    ]) {
      expect(await clean(attack)).not.toMatch(/alert|javascript|on\w+=|<(script|style|svg|math|iframe|template)/i);
    }
  });

  it("sets the rel of links, whatever the text said", async () => {
    expect(await clean('<a href="https://a.test" rel="opener">l</a>')).toBe(
      '<a href="https://a.test" rel="noopener noreferrer">l</a>',
    );
    expect(await clean('<a href="https://a.test">l</a>', { link_rel: "nofollow" })).toContain('rel="nofollow"');
    expect(await clean('<a href="https://a.test">l</a>', { link_rel: "" })).toBe('<a href="https://a.test">l</a>');
  });

  it("keeps comments only when told so", async () => {
    expect(await clean("a<!-- c -->b")).toBe("ab");
    expect(await clean("a<!-- c -->b", { strip_comments: false })).toBe("a<!-- c -->b");
  });

  it("keeps the allowed tags alone, with what was in the others", async () => {
    expect(await clean("<p>a <b>b</b> <i>c</i></p>", { allowed_tags: ["b"] })).toBe("a <b>b</b> c");
    expect(await failure("html_sanitize", { input: "", allowed_tags: ["b", "Script"] })).toBe(
      "html_sanitize: 'allowed_tags' must not contain 'Script'",
    );
    expect(await failure("html_sanitize", { input: "", allowed_tags: [1] })).toContain("'allowed_tags[0]'");
  });

  it("publishes under its key", async () => {
    expect(await publish("html_sanitize", { source_key: "h", output_key: "o" }, { h: "x" })).toEqual(
      new Map([["o", "x"]]),
    );
  });
});
