import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { indentLua } from "./indent-lua.ts";
import { luaPieces } from "./lua-pieces.ts";

// The bundler wants these options written out in each call.
const examples = flowsOf(
  import.meta.glob<string>("../../../../../examples/*.json", { query: "?raw", import: "default", eager: true }),
);
const reference = flowsOf(
  import.meta.glob<string>("../../../../../conformance/reference/*.json", {
    query: "?raw",
    import: "default",
    eager: true,
  }),
);
const bodies = import.meta.glob<string>("../../../../../conformance/hostile/bodies.jsonl", {
  query: "?raw",
  import: "default",
  eager: true,
});

const pieces = (text: string) => luaPieces(text).map((piece) => piece.text);
const lines = (text: string) => text.split("\n").map((line) => line.trim());

type Sources = readonly (readonly [name: string, source: string])[];

function flowsOf(files: Readonly<Record<string, string>>): Sources {
  return Object.entries(files).flatMap(([path, text]) => {
    const { flows = {} } = JSON.parse(text);
    return Object.entries<unknown>(flows).flatMap(([name, source]) =>
      typeof source === "string" ? [[`${path.slice(path.lastIndexOf("/") + 1)} ${name}`, source] as const] : [],
    );
  });
}

const hostile: Sources = Object.values(bodies)
  .flatMap((text) => text.split("\n"))
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as { readonly id: string; readonly body: string })
  .map(({ id, body }) => [id, body] as const);

describe("Lua that is indented", () => {
  it.each([
    [
      "blocks",
      "if a then\nb()\nelseif c\nthen\nd()\nelse\ne()\nend",
      "if a then\n    b()\nelseif c\nthen\n    d()\nelse\n    e()\nend",
    ],
    [
      "loops",
      "for i = 1, 2 do\nrepeat\nx()\nuntil y\nwhile z\ndo\nw()\nend\nend",
      "for i = 1, 2 do\n    repeat\n        x()\n    until y\n    while z\n    do\n        w()\n    end\nend",
    ],
    [
      "a handler",
      "flow:step('s', function(ctx)\nreturn {\na = {\n1,\n},\n}\nend)\n:depends_on('t')",
      "flow:step('s', function(ctx)\n    return {\n        a = {\n            1,\n        },\n    }\nend)\n    :depends_on('t')",
    ],
    [
      "two functions of one call",
      "f(function()\na()\nend, function()\nb()\nend)",
      "f(function()\n    a()\nend, function()\n    b()\nend)",
    ],
    [
      "what goes on",
      "local a,\nb =\n1\n.. 2,\n-3\nlocal t = {\n1,\n-2,\n}",
      "local a,\n    b =\n    1\n    .. 2,\n    -3\nlocal t = {\n    1,\n    -2,\n}",
    ],
    ["conditions that go on", "if a\nand b then\nc()\nend", "if a\n    and b then\n    c()\nend"],
    [
      "labels, attributes, integer division",
      "do\n::top::\nlocal x <const> = 7 // 2\nlocal y <close>\ngoto top\nend",
      "do\n    ::top::\n    local x <const> = 7 // 2\n    local y <close>\n    goto top\nend",
    ],
    [
      "long strings and comments as they are",
      "do\nx = [==[ a \n b ]] \n]==]   \n--[[ c \n  d ]] y()\nend",
      "do\n    x = [==[ a \n b ]] \n]==]\n    --[[ c \n  d ]] y()\nend",
    ],
    [
      "strings over lines",
      "do\nx = 'a\\\n  b' \ny = \"\\z\n   c\"\nend",
      "do\n    x = 'a\\\n  b'\n    y = \"\\z\n   c\"\nend",
    ],
    [
      "words in strings and comments",
      "do\nx = 'function' -- then do  \nend",
      "do\n    x = 'function' -- then do  \nend",
    ],
    ["its own width", "do\n  a()\n if b then\nc()\n end\nend", "do\n  a()\n  if b then\n    c()\n  end\nend"],
    ["tabs", "do\n\ta()\nb()\nend", "do\n\ta()\n\tb()\nend"],
    ["other ends of lines, blank lines", "do\r\na()\r\n   \r\nend\r\n", "do\r\n    a()\r\n\r\nend\r\n"],
    ["a first line for a shell", "#!/usr/bin/lua do\ndo\na()\nend", "#!/usr/bin/lua do\ndo\n    a()\nend"],
    ["what is left open or closed too often", "end\n)\nf(\nif x then\n", "end\n)\nf(\n    if x then\n"],
  ])("%s", (_name, before, after) => {
    expect(indentLua(before)).toBe(after);
    expect(indentLua(after)).toBe(after);
  });

  it.each(examples)("is left as it is where it was written with care: %s", (_name, source) => {
    expect(indentLua(source)).toBe(source);
  });

  it.each([...examples, ...reference, ...hostile])(
    "keeps every piece and line, and is done at once: %s",
    (_name, source) => {
      const indented = indentLua(source);
      expect(pieces(indented)).toEqual(pieces(source));
      expect(lines(indented)).toEqual(lines(source));
      expect(indentLua(indented)).toBe(indented);
    },
  );

  it("keeps every piece of whatever is written", () => {
    const piece = fc.constantFrom(
      ..."and break do else elseif end false for function goto if in local nil not or repeat return then true until while".split(
        " ",
      ),
      ..."+ - * / // % ^ # & ~ | << >> == ~= <= >= < > = ( ) { } [ ] :: ; : , . .. ...".split(" "),
      ...[
        "name",
        "_x1",
        "3",
        "0x1p-2",
        "1e+9",
        "'it\\'s'",
        '"\\"--"',
        "[[ a\n\tb ]]",
        "[=[ ]] ]=]",
        "'\\\n  x'",
        "<const>",
      ],
      ...["-- do\n", "--[[ end\n   end ]]", "--[==[ ]] ]==]"],
    );
    const blank = fc.constantFrom(" ", "  ", "\n", "\n  ", " \n\t", "\r\n ", "\n\n");
    fc.assert(
      fc.property(fc.array(fc.tuple(piece, blank), { maxLength: 60 }), (written) => {
        // Not at its very beginning, where a # is a first line for a shell.
        const text = ` ${written.map(([one, after]) => one + after).join("")}`;
        const meant = written.map(([one]) => one.replace(/\n$/, ""));
        expect(pieces(text)).toEqual(meant);
        const indented = indentLua(text);
        expect(pieces(indented)).toEqual(meant);
        expect(indentLua(indented)).toBe(indented);
      }),
      { numRuns: 1000 },
    );
  });

  it("takes any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        const indented = indentLua(text);
        expect(pieces(indented)).toEqual(pieces(text));
        expect(indentLua(indented)).toBe(indented);
      }),
      { numRuns: 300 },
    );
  });
});
