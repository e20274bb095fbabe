import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../../vocabulary/json.ts";
import { failure, json, publish, value } from "../testing/run-node.ts";

const read = (text: string) => value("xml_parse", { source_key: "t" }, { t: text }, "xml_data");
const error = (text: string) => failure("xml_parse", { source_key: "t" }, { t: text });
const print = (v: unknown, config: object = {}) =>
  value("xml_stringify", { source_key: "v", ...config }, new Map([["v", json(v)]]), "xml");

describe("[07 §5] xml_parse", () => {
  it("reads the root with attributes, text, repeated and empty elements", async () => {
    const text = `<?xml version="1.0"?>
      <!-- a comment -->
      <order id="7" note='a "b" &amp; c'>
        <item>x</item><item sku="s">y</item>
        <one>1</one><empty/><also></also>
        <mixed>before<b>bold</b></mixed>
      </order>`;
    expect(await read(text)).toEqual(
      json({
        order: {
          "@id": "7",
          "@note": 'a "b" & c',
          item: ["x", { "@sku": "s", "#text": "y" }],
          one: "1",
          empty: null,
          also: null,
          mixed: { b: "bold", "#text": "before" },
        },
      }),
    );
  });

  it("decodes entities and CDATA, and keeps names that mean something to JavaScript", async () => {
    expect(await read("<a>&lt;&#65;&#x1F600;<![CDATA[<&]]></a>")).toEqual(json({ a: "<A😀<&" }));
    expect(await read("<r><__proto__>x</__proto__><constructor/></r>")).toEqual(
      new Map([
        [
          "r",
          new Map<string, Json>([
            ["__proto__", "x"],
            ["constructor", null],
          ]),
        ],
      ]),
    );
  });

  it("takes input with placeholders", async () => {
    expect(await publish("xml_parse", { input: "<a>${ctx.n}</a>", output_key: "o" }, { n: 5 })).toEqual(
      json({ o: { a: "5" } }),
    );
  });

  it("nests 128 levels and not one more", async () => {
    const nested = (depth: number) => `${"<a>".repeat(depth)}x${"</a>".repeat(depth)}`;
    expect(await read(nested(128))).toBeInstanceOf(Map);
    expect(await error(nested(129))).toContain("128");
  });

  it("refuses what is not well-formed, with its place", async () => {
    for (const text of ["", "<a>", "<a></b>", "<a/><b/>", "<a x=1/>", "<a>&none;</a>", "<a x='1' x='2'/>", "text"]) {
      expect(await error(text)).toMatch(/^Failed to parse XML: .* at line \d+, column \d+$/);
    }
  });

  it("refuses a document type, and with it declared entities", async () => {
    expect(await error('<!DOCTYPE a [<!ENTITY x "yyyy">]><a>&x;</a>')).toContain("document type declaration");
  });

  it("trims blanks around a text, not in it", async () => {
    expect(await read("<a>\n  x <![CDATA[ y]]>\n</a>")).toEqual(json({ a: "x  y" }));
    expect(await read("<a> \n </a>")).toEqual(json({ a: null }));
  });
});

describe("[07 §5] xml_stringify", () => {
  const head = '<?xml version="1.0" encoding="UTF-8"?>';

  it("prints the inverse shape below the root tag", async () => {
    expect(await print({ "@id": 7, item: ["x", { "@sku": "s", "#text": "y" }], e: null, n: 2.5, o: {} })).toBe(
      `${head}<root id="7"><item>x</item><item sku="s">y</item><e/><n>2.5</n><o/></root>`,
    );
    expect(await print("a<b>&", { root_tag: "t", output_key: "xml" })).toBe(`${head}<t>a&lt;b&gt;&amp;</t>`);
  });

  it("prints for people when told so, without touching texts beside elements", async () => {
    expect(await print({ a: [1, { b: 2 }], m: { "#text": "t", c: 1 } }, { pretty: true })).toBe(
      `${head}\n<root>\n  <a>1</a>\n  <a>\n    <b>2</b>\n  </a>\n  <m>t<c>1</c></m>\n</root>\n`,
    );
  });

  it("refuses what has no form in XML", async () => {
    const fail = (v: unknown, config: object = {}) => failure("xml_stringify", { source_key: "v", ...config }, { v });
    expect(await fail({ "no name": 1 })).toContain("'no name' is not an XML name");
    expect(await fail({}, { root_tag: "1x" })).toContain("'1x' is not an XML name");
    expect(await fail({ a: [[1]] })).toContain("an array inside the array 'a'");
    expect(await fail([1])).toContain("an array cannot be the root element");
    expect(await fail({ "@a": [1] })).toContain("'@a' must be a scalar");
    expect(await fail("\u0000")).toContain("U+0000 has no form in XML");
  });
});

describe("xml, there and back", () => {
  const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_.-]{0,5}$/);
  const text = fc
    .array(fc.constantFrom("a", " ", "\n", "<", "&", "]]>", '"', "'", "😀", "ä", "\t", "x"), {
      minLength: 1,
      maxLength: 6,
    })
    .map((pieces) => pieces.join("").trim())
    .filter((joined) => joined !== "");
  const element: fc.Arbitrary<Json> = fc.letrec<{ element: Json; object: Json }>((tie) => ({
    element: fc.oneof({ depthSize: "small" }, fc.constant(null), text, tie("object")),
    object: fc
      .tuple(
        fc.uniqueArray(fc.tuple(name, text), { selector: ([n]) => n, maxLength: 2 }),
        fc.uniqueArray(
          fc.tuple(name, fc.oneof(tie("element"), fc.array(tie("element"), { minLength: 2, maxLength: 3 }))),
          { selector: ([n]) => n, minLength: 1, maxLength: 3 },
        ),
        fc.option(text),
      )
      .map(
        ([attributes, members, own]) =>
          new Map<string, Json>([
            ...attributes.map(([n, v]): [string, Json] => [`@${n}`, v]),
            ...members,
            ...(own === null ? [] : [["#text", own] as [string, Json]]),
          ]),
      ),
  })).element;

  it("reads every value that it printed, pretty or not", async () => {
    await fc.assert(
      fc.asyncProperty(element, fc.boolean(), async (v, pretty) => {
        const printed = await publish(
          "xml_stringify",
          new Map<string, Json>([
            ["source_key", "v"],
            ["pretty", pretty],
          ]),
          new Map([["v", v]]),
        );
        expect(await read(printed.get("xml") as string)).toEqual(new Map([["root", v]]));
      }),
    );
  });
});
