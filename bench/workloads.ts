export interface Sampling {
  /** Samples of each contestant. */
  readonly rounds: number;
  /** Runs whose mean is one sample. */
  readonly runs: number;
}

/** The same job for every contestant: the text of raw calls in, one tool message a call out. */
export interface Workload extends Sampling {
  readonly name: string;
  readonly calls: number;
  readonly callsText: string;
  /** For ours: the same calls with a Lua handler that computes what `handler` does. */
  readonly scenario: string;
  readonly handler: (args: Record<string, unknown>) => unknown;
}

const SMALL_LUA = "return { tool_result_value = { city = ctx.city, celsius = #ctx.city, sky = 'clear' } }";
const small = (args: Record<string, unknown>) => ({ city: args.city, celsius: String(args.city).length, sky: "clear" });

function workload(
  name: string,
  args: readonly unknown[],
  lua: string,
  handler: Workload["handler"],
  sampling: Sampling,
  input: object,
): Workload {
  const calls = args.map((value, index) => ({
    id: `call_${index}`,
    type: "function",
    function: { name: "work", arguments: JSON.stringify(value) },
  }));
  const callsText = JSON.stringify(calls);
  const flow = `local flow = Flow.new("work")\nflow:step("work", function(ctx) ${lua} end)\nreturn flow`;
  const scenario = {
    calls: callsText,
    tools: { work: { flow: "work.lua", input } },
    options: { max_calls: 2000 },
    flows: { "work.lua": flow },
  };
  return { name, calls: args.length, callsText, scenario: JSON.stringify(scenario), handler, ...sampling };
}

const cities = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ city: `City ${index}`, units: "metric" }));
const CITY = { city: "arguments.city" };

const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: index, name: `row ${index}`, ok: true, score: index / 4 }));
const ROWS_LUA = `local rows = {}
for i = 0, ctx.count - 1 do rows[#rows + 1] = { id = i, name = "row " .. i, ok = true, score = i / 4 } end
return { tool_result_value = rows }`;

export const WORKLOADS: readonly Workload[] = [
  workload("1 small call", cities(1), SMALL_LUA, small, { rounds: 150, runs: 16 }, CITY),
  workload("8 small calls", cities(8), SMALL_LUA, small, { rounds: 100, runs: 8 }, CITY),
  workload("32 small calls", cities(32), SMALL_LUA, small, { rounds: 100, runs: 4 }, CITY),
  workload("1,000 small calls", cities(1000), SMALL_LUA, small, { rounds: 12, runs: 1 }, CITY),
  workload(
    "1 call, 50 argument values",
    [
      Object.fromEntries(
        Array.from({ length: 50 }, (_, index) => [`field_${index}`, index % 2 === 0 ? index : `text ${index}`]),
      ),
    ],
    "return { tool_result_value = ctx.all.field_1 }",
    (args) => args.field_1,
    { rounds: 150, runs: 16 },
    { all: "arguments" },
  ),
  // About 100 KB of JSON each.
  workload(
    "8 results of 100 KB",
    Array.from({ length: 8 }, () => ({ count: 1800 })),
    ROWS_LUA,
    (args) => rows(Number(args.count)),
    { rounds: 16, runs: 1 },
    { count: "arguments.count" },
  ),
  workload(
    "one string of 3 MiB",
    [{ size: 3 * 2 ** 20 }],
    "return { tool_result_value = string.rep('x', ctx.size) }",
    (args) => "x".repeat(Number(args.size)),
    { rounds: 12, runs: 1 },
    { size: "arguments.size" },
  ),
  workload(
    "50,000 small values",
    [{ count: 12_500 }],
    ROWS_LUA,
    (args) => rows(Number(args.count)),
    { rounds: 8, runs: 1 },
    {
      count: "arguments.count",
    },
  ),
];
