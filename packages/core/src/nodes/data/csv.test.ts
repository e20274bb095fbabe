import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../../vocabulary/json.ts";
import { failure, json, publish, value } from "../testing/run-node.ts";

const parse = (text: string, config: object = {}) =>
  value("csv_parse", { source_key: "t", output_key: "o", ...config }, { t: text }, "o");
const print = (rows: unknown, config: object = {}) =>
  value("csv_stringify", { source_key: "r", output_key: "o", ...config }, { r: rows }, "o");

describe("[07 §5] csv_parse", () => {
  it("reads objects by the header, arrays without", async () => {
    expect(await parse("a,b\n1,x\n2,\n")).toEqual(
      json([
        { a: "1", b: "x" },
        { a: "2", b: "" },
      ]),
    );
    expect(await parse("a,b\r\n1,x", { has_header: false })).toEqual(
      json([
        ["a", "b"],
        ["1", "x"],
      ]),
    );
    expect(await parse("")).toEqual([]);
    expect(await parse("__proto__\nx\n")).toEqual([new Map([["__proto__", "x"]])]);
  });

  it("reads quoted fields with delimiters, quotes and line breaks in them", async () => {
    expect(await parse('a,b\n"1,5","say ""hi""\nthere"\n')).toEqual(json([{ a: "1,5", b: 'say "hi"\nthere' }]));
  });

  it("takes other delimiters and quotes, a tab as two characters", async () => {
    expect(await parse("a;b\n'1;2';3", { delimiter: ";", quote_char: "'" })).toEqual(json([{ a: "1;2", b: "3" }]));
    expect(await parse("a\tb\n1\t2", { delimiter: "\\t" })).toEqual(json([{ a: "1", b: "2" }]));
    expect(await failure("csv_parse", { source_key: "t", output_key: "o", delimiter: "ab" }, { t: "" })).toContain(
      "'delimiter' must be a single one-byte character",
    );
    expect(await failure("csv_parse", { source_key: "t", output_key: "o", quote_char: "ä" }, { t: "" })).toContain(
      "'quote_char' must be a single one-byte character",
    );
  });

  it("trims and keeps empty lines only when told so", async () => {
    expect(await parse("a,b\n 1 , x \n")).toEqual(json([{ a: " 1 ", b: " x " }]));
    expect(await parse("a,b\n 1 , x \n", { trim: true })).toEqual(json([{ a: "1", b: "x" }]));
    expect(await parse("a\n\n1\n")).toEqual(json([{ a: "1" }]));
    expect(await parse("a\n\n1\n", { skip_empty_lines: false })).toEqual(json([{ a: "" }, { a: "1" }]));
  });

  it("refuses rows of different length", async () => {
    expect(await failure("csv_parse", { source_key: "t", output_key: "o" }, { t: "a,b\n1\n" })).toBe(
      "Failed to parse CSV in 't': row 2 has 1 fields, the first row has 2",
    );
    expect(await failure("csv_parse", { source_key: "t", output_key: "o" }, { t: 'a\n"x' })).toContain(
      "Failed to parse CSV",
    );
  });

  it("infers booleans in any case, integers, floats, else trimmed text", async () => {
    const cells = await parse("TRUE,false, 3 ,3.0,1e2,9007199254740993, x ,,9223372036854775808", {
      has_header: false,
      infer_types: true,
    });
    expect(cells).toEqual([[true, false, 3n, 3, 100, 9007199254740993n, "x", "", 2 ** 63]]);
  });

  it("needs text", async () => {
    expect(await failure("csv_parse", { source_key: "t", output_key: "o" }, { t: 1 })).toBe(
      "Value at 't' is not a string",
    );
  });
});

describe("[07 §5] csv_stringify", () => {
  it("prints objects with all fields sorted, null and missing ones empty", async () => {
    expect(
      await print([
        { b: 1, a: null },
        { c: true, b: 2.5 },
      ]),
    ).toBe("a,b,c\n,1,\n,2.5,true\n");
    expect(await print({ b: 1, a: "x" })).toBe("a,b\nx,1\n");
  });

  it("prints arrays and scalars under made-up columns", async () => {
    expect(await print([[1, 2], [3]])).toBe("column_1,column_2\n1,2\n3,\n");
    expect(await print(["x", 2, null])).toBe('value\nx\n2\n""\n');
    expect(await print([[1, 2]], { include_headers: false })).toBe("1,2\n");
    expect(await print([])).toBe("");
  });

  it("prints nested values as compact JSON and quotes what needs it", async () => {
    expect(await print([{ a: { z: 1, b: [2] }, n: 'x"y' }])).toBe('a,n\n"{""b"":[2],""z"":1}","x""y"\n');
    expect(await print([["a", "b c"]], { quote_all: true, include_headers: false })).toBe('"a","b c"\n');
    expect(await print([["a;b", "c'd"]], { delimiter: ";", quote_char: "'", include_headers: false })).toBe(
      "'a;b';'c''d'\n",
    );
  });

  it("refuses mixtures and what is no table", async () => {
    const error = (r: unknown) => failure("csv_stringify", { source_key: "r", output_key: "o" }, { r });
    expect(await error([{ a: 1 }, 2])).toContain("must hold only objects, only arrays, or only scalars");
    expect(await error("text")).toBe("Value at 'r' must be an object or array");
  });
});

describe("csv, there and back", () => {
  const cell = fc.oneof(fc.string({ unit: fc.constantFrom("a", ",", '"', "\n", "\r", " ", "ä", ";") }), fc.string());
  const table = fc
    .integer({ min: 1, max: 4 })
    .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 }));

  it("reads every table of texts that it printed", async () => {
    await fc.assert(
      fc.asyncProperty(table, fc.constantFrom(",", ";", "\t"), fc.boolean(), async (rows, delimiter, quote_all) => {
        const config = { delimiter, quote_all, include_headers: false };
        const text = (await publish("csv_stringify", { source_key: "r", output_key: "o", ...config }, { r: rows })).get(
          "o",
        ) as Json as string;
        expect(await parse(text, { has_header: false, delimiter })).toEqual(rows);
      }),
    );
  });
});
