import { describe, expect, it } from "vitest";
import type { JsonObject } from "../vocabulary/json.ts";
import { checkPlaceholders, fillPlaceholders } from "./placeholders.ts";
import { json } from "./testing/run-node.ts";

const context = json({
  items: [{ n: "a" }],
  o: { z: 1, a: [] },
  s: "${ctx.o}",
  nul: null,
  "odd }key": { '"': "quote" },
  f: 2.5,
}) as JsonObject;
const fill = (text: string) => fillPlaceholders(text, context);
const reasons = (text: string) => checkPlaceholders(new Map([["k", text]])).map((fault) => fault.reason);

describe("[07 §3] filling placeholders", () => {
  it("fills strings plain, null and what is not there as nothing, others as compact JSON", () => {
    expect(fill("${ctx.items[0].n}/${ctx.o}/${ctx.items[9].n}/${HOME}")).toBe('a/{"a":[],"z":1}//${HOME}');
    expect(fill("[${ctx.nul}${ctx.none}${ctx.o[0]}${ctx.items.n}]${ctx.f}")).toBe("[]2.5");
  });

  it("takes a quoted key with a brace or a quote in it", () => {
    expect(fill('${ctx["odd }key"]["\\""]}')).toBe("quote");
  });

  it("does not look at a value that was filled in", () => expect(fill("${ctx.s}")).toBe("${ctx.o}"));

  it("leaves what is not ours", () => {
    for (const text of ["${HOME}", "${ctxb}", "${ ctx.b }", "${", "$ctx.o", "${}"]) expect(fill(text)).toBe(text);
  });

  it("an odd number of backslashes makes it literal and loses one", () => {
    expect(fill("\\${ctx.f}")).toBe("${ctx.f}");
    expect(fill("\\\\${ctx.f}")).toBe("\\\\2.5");
    expect(fill("\\\\\\${ctx.f}")).toBe("\\\\${ctx.f}");
    expect(fill("$${ctx.f}")).toBe("$2.5");
  });
});

describe("[07 §3] [09 §3] malformed placeholders", () => {
  it.each([
    ["${ctx.a", "the placeholder is missing its closing `}`"],
    ["${ctx.}", "a dot must be followed by an ASCII identifier"],
    ["${ctx.ä}", "a dot must be followed by an ASCII identifier"],
    ["${ctx.a[-1]}", "array indexes must be non-negative decimal integers"],
    ["${ctx.a[x]}", "array indexes must be non-negative decimal integers"],
    ["${ctx.a[01]}", "array indexes must use canonical decimal notation without leading zeros"],
    ["${ctx.a or 'x'}", "expected `.` or `[` after a path selector; expressions and fallbacks are unsupported"],
    ["${ctx[0]}", "the context root is an object; its first selector must be an object key"],
    ["${ctx}", "`ctx` must be followed by at least one object-key selector"],
  ])("%s", (text, reason) => expect(reasons(text)).toEqual([reason]));

  it("unfinished brackets and keys have their own reasons", () => {
    expect(reasons("${ctx.a[0}")[0]).toMatch(/^an array index must be followed immediately by/);
    expect(reasons('${ctx["a}')[0]).toMatch(/^the placeholder is missing/);
    expect(reasons('${ctx["a" ]}')[0]).toMatch(/^a quoted object key/);
    expect(reasons('${ctx["\\x"]}')[0]).toMatch(/^a quoted object key/);
  });

  it("come with path and text, for every string of the configuration", () => {
    const config = json({ items: ["ok", { 'odd "key"': "a ${ctx.v[-1]} ${HOME} \\${ctx.}" }] }) as JsonObject;
    expect(checkPlaceholders(config)).toEqual([
      {
        path: 'items[1]["odd \\"key\\""]',
        placeholder: "${ctx.v[-1]}",
        reason: "array indexes must be non-negative decimal integers",
      },
    ]);
  });

  it("stay as they are when filled", () => expect(fill("${ctx.a or 1}")).toBe("${ctx.a or 1}"));
});
