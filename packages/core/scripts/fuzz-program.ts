/** Numbers that repeat for the same seed (mulberry32). */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A whole number from 0 to `below` − 1. */
  roll(below: number): number {
    this.#state = (this.#state + 0x6d2b_79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  }

  pick<T>(choices: readonly [T, ...T[]]): T {
    return choices[this.roll(choices.length)] ?? choices[0];
  }
}

const NUMBERS = [
  ...["0", "1", "-1", "2", "3.5", "-0.0", "1e308", "0/0", "1/0", "64", "255", "1e9", "7e15", "0x7fffffff"],
  ...["math.maxinteger", "math.mininteger", "1 << 40", "40", "41", "1000", "100000"],
] as const;
const STRINGS = [
  ...['""', '"a"', '"abc"', '"\\0"', '"\\xff\\xfe"', '"%a+"', '"(a*)(.-)%1"', '"%b()"', '"%f[%w]"', '"[^%]"', '"%"'],
  ...['".-.-.-b"', '"10"', '"0x1p4"', '"é😀"', '("a"):rep(40)', '("ab"):rep(3000)', '("x"):rep(300000)', '"%s %d %q"'],
  ...['"!16i8z"', '"s4"', '"__index"', '"__gc"', '"[1,{\\"a\\":null}]"', '"aGk/"', '"%p %99.99f"', '"\\u{7FFFFFFF}"'],
] as const;
const FUNCTIONS = [
  ..."assert error getmetatable ipairs next pairs pcall print rawequal rawget rawlen rawset select setmetatable".split(
    " ",
  ),
  ..."tonumber tostring type xpcall env json_parse json_stringify json_array json_object base64_encode".split(" "),
  ..."base64_decode log uuid4 now_rfc3339 now_unix_ms string.byte string.char string.find string.format".split(" "),
  ..."string.gmatch string.gsub string.len string.lower string.match string.pack string.packsize string.rep".split(" "),
  ..."string.reverse string.sub string.unpack string.upper table.concat table.insert table.move table.pack".split(" "),
  ..."table.remove table.sort table.unpack utf8.char utf8.codepoint utf8.codes utf8.len utf8.offset math.abs".split(
    " ",
  ),
  ..."math.floor math.fmod math.random math.randomseed math.tointeger math.type math.ult math.max".split(" "),
  ..."load require os.exit io.open debug.getinfo coroutine.wrap collectgarbage string.dump".split(" "),
] as unknown as readonly [string, ...string[]];
const METAMETHODS = [
  ...["__index", "__newindex", "__call", "__tostring", "__len", "__eq", "__lt", "__le", "__concat", "__add", "__unm"],
  ...["__close", "__gc", "__mode", "__name", "__metatable", "__pairs", "__idiv", "__band"],
] as const;
const BINARY = [
  "+",
  "-",
  "*",
  "/",
  "//",
  "%",
  "^",
  "..",
  "==",
  "~=",
  "<",
  "<=",
  "and",
  "or",
  "&",
  "|",
  "~",
  "<<",
] as const;
const UNARY = ["-", "not ", "#", "~"] as const;
const NAMES = ["a", "b", "c", "t", "s", "f", "ctx", "_G", "_ENV", "string", "json_null", "leak"] as const;

/** Writes Lua programs that are mostly grammatical and often hostile. */
export class FuzzProgram {
  readonly #dice: Dice;

  constructor(dice: Dice) {
    this.#dice = dice;
  }

  body(): string {
    const statements = Array.from({ length: 1 + this.#dice.roll(8) }, () => this.#protected(this.#statement(3)));
    return `local a, b, c, t, s, f = 1, "b", nil, {}, "s", function(...) return ... end\n${statements.join("\n")}\n${this.#ending()}`;
  }

  /** Most statements fail; what comes after them shall run all the same. */
  #protected(statement: string): string {
    return this.#dice.roll(5) === 0 ? statement : `pcall(function() ${statement} end)`;
  }

  #ending(): string {
    return this.#dice.roll(3) === 0 ? "" : `do return ${this.#expression(3)} end`;
  }

  #statement(depth: number): string {
    const block = () => Array.from({ length: 1 + this.#dice.roll(2) }, () => this.#statement(depth - 1)).join(" ");
    const value = () => this.#expression(depth);
    if (depth <= 0) return `local _ = ${value()}`;
    const kinds = [
      () => `${this.#target(depth)} = ${value()}`,
      () => `local ${this.#dice.pick(["a", "b", "c", "t", "s", "f"])} = ${value()}`,
      () => `local x <close> = ${this.#metatable(depth)}`,
      () => `if ${value()} then ${block()} else ${block()} end`,
      () => `while ${value()} do ${block()} ${this.#dice.pick(["break", "", "a = nil"])} end`,
      () => `for i = ${value()}, ${value()} do ${block()} end`,
      () =>
        `for k, v in ${this.#dice.pick(["pairs", "ipairs", "utf8.codes", "string.gmatch", "next,"])}(${value()}) do ${block()} end`,
      () => `repeat ${block()} until ${value()}`,
      () => `pcall(function() ${block()} end)`,
      () => `xpcall(function() ${block()} end, function(m) ${block()} return m end)`,
      () => `local function g(n) ${block()} return g(n) end f = g`,
      () => `do local _ = ${this.#call(depth)} end`,
      () => `goto l${depth} ::l${depth}::`,
      () => `error(${value()})`,
    ] as const;
    return this.#dice.pick(kinds)();
  }

  #target(depth: number): string {
    const name = this.#dice.pick(NAMES);
    return this.#dice.roll(2) === 0 ? name : `${name}[${this.#expression(depth - 1)}]`;
  }

  #expression(depth: number): string {
    if (depth <= 0) return this.#leaf();
    const inner = () => this.#expression(depth - 1);
    const kinds = [
      () => this.#leaf(),
      () => `(${inner()} ${this.#dice.pick(BINARY)} ${inner()})`,
      () => `(${this.#dice.pick(UNARY)}${inner()})`,
      () => this.#call(depth),
      () => this.#call(depth),
      () =>
        `(${inner()}):${this.#dice.pick(["rep", "find", "gsub", "format", "byte", "x", "sub", "gmatch"])}(${inner()}, ${inner()})`,
      () => `(${inner()})[${inner()}]`,
      () => `{ ${inner()}, ${this.#dice.pick(["x", "[1]", "[-1]", "[1.5]"])} = ${inner()}, ${inner()} }`,
      () => this.#metatable(depth),
      () => `(function(...) local a = ... ${this.#statement(depth - 1)} return ${inner()} end)`,
    ] as const;
    return this.#dice.pick(kinds)();
  }

  #leaf(): string {
    const kinds = [
      () => this.#dice.pick(NUMBERS),
      () => this.#dice.pick(STRINGS),
      () => this.#dice.pick(NAMES),
      () => this.#dice.pick(["nil", "true", "false", "{}"]),
      () => this.#dice.pick(FUNCTIONS),
    ] as const;
    return this.#dice.pick(kinds)();
  }

  #call(depth: number): string {
    const args = Array.from({ length: this.#dice.roll(5) }, () => this.#expression(depth - 1));
    return `${this.#dice.pick(FUNCTIONS)}(${args.join(", ")})`;
  }

  #metatable(depth: number): string {
    const fields = Array.from(
      { length: 1 + this.#dice.roll(3) },
      () => `${this.#dice.pick(METAMETHODS)} = ${this.#expression(depth - 1)}`,
    );
    return `setmetatable({ ${this.#expression(depth - 1)} }, { ${fields.join(", ")} })`;
  }
}
