import fc from "fast-check";
import type { Json } from "../../vocabulary/json.ts";

const text = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.constantFrom(
    "__proto__",
    "10",
    "true",
    "null",
    "~",
    "1e3",
    " padded ",
    "- x",
    "a: b",
    "#",
    "line\nbreak",
    "\r",
    "😀",
    "",
  ),
);

/** Any JSON of ours: both kinds of numbers, awkward texts and keys. */
export const anyJson: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constant(null),
    fc.boolean(),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n - 1n }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    text,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.array(fc.tuple(text, tie("value")), { maxLength: 4 }).map((entries) => new Map(entries)),
  ),
})).value;
