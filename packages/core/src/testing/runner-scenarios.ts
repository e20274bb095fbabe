/** A scenario document that every runner must tell in the same events. */
export interface RunnerScenario {
  readonly name: string;
  readonly text: string;
}

const handler = (body: string): string =>
  `local flow = Flow.new("tool")\nflow:step("main", function(ctx)\n${body}\nend)\nreturn flow\n`;

const scenario = (name: string, document: object): RunnerScenario => ({ name, text: JSON.stringify(document) });

/** Ways a run can go, each small. The values are chosen so that a host that loses a kind of value is seen. */
export const runnerScenarios: readonly RunnerScenario[] = [
  scenario("two calls and a reference", {
    calls: [
      { id: "a", name: "greet", arguments: { who: "Zoë" } },
      { id: "b", name: "greet", arguments: { town: "Oslo" } },
    ],
    tools: { greet: { flow: "greet.lua", input: { who: "arguments.who" } } },
    flows: { "greet.lua": handler('return { tool_result_text = "hello " .. tostring(ctx.who) }') },
  }),
  {
    name: "numbers and keys that JavaScript would lose",
    text: `{"calls":[{"id":"n","name":"echo","arguments":{"__proto__":1,"big":9007199254740993,"float":3.0,"10":[],"2":{}}}],
      "tools":{"echo":{"flow":"echo.lua","input":{"all":"arguments"}}},
      "flows":{"echo.lua":${JSON.stringify(handler("return { tool_result_value = ctx.all }"))}}}`,
  },
  scenario("a handler that fails, and its sibling", {
    calls: [
      { id: "a", name: "bad", arguments: {} },
      { id: "b", name: "good", arguments: {} },
    ],
    tools: { bad: { flow: "bad.lua" }, good: { flow: "good.lua" } },
    options: { on_error: "ignore" },
    flows: {
      "bad.lua": handler('log("warn", "about to fail", ctx.tool_name)\nerror("no such city")'),
      "good.lua": handler("return { tool_result_value = { 1, 2.5, json_null } }"),
    },
  }),
  scenario("an endless loop ends at the instruction budget", {
    calls: [{ id: "a", name: "spin", arguments: {} }],
    tools: { spin: { flow: "spin.lua" } },
    options: { on_error: "ignore", limits: { IRONFLOW_LUA_MAX_INSTRUCTIONS: 50_000 } },
    flows: { "spin.lua": handler("while true do pcall(function() while true do end end) end") },
  }),
  scenario("secrets stay out", {
    calls: [{ id: "a", name: "leak", arguments: { note: "hunter2secret" } }],
    tools: { leak: { flow: "leak.lua" } },
    secrets: { api_key: "hunter2secret" },
    flows: { "leak.lua": handler('log("the key is " .. ctx.api_key)\nreturn { tool_result_text = ctx.api_key }') },
  }),
  scenario("a flow that is missing", {
    calls: [{ id: "a", name: "lost", arguments: {} }],
    tools: { lost: { flow: "nowhere.lua" } },
  }),
  { name: "text that is no scenario", text: '{"calls": [}' },
];

/** Runs until it is stopped: no budget stands in its way. */
export const endlessScenario = JSON.stringify({
  calls: [
    { id: "a", name: "spin", arguments: {} },
    { id: "b", name: "calm", arguments: {} },
  ],
  tools: { spin: { flow: "spin.lua" }, calm: { flow: "calm.lua" } },
  options: { on_error: "ignore", limits: { IRONFLOW_LUA_MAX_INSTRUCTIONS: 0, IRONFLOW_LUA_MAX_SECONDS: 0 } },
  flows: { "spin.lua": handler("while true do end"), "calm.lua": handler("return { tool_result_value = 1 }") },
});
