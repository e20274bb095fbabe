/** One call of one handler, whose first step has this Lua body. */
export function scenarioOf(body: string, rest: object = {}): string {
  return JSON.stringify({
    calls: [{ id: "c1", name: "tool", arguments: {} }],
    tools: { tool: { flow: "tool.lua" } },
    flows: { "tool.lua": `local flow = Flow.new("t")\nflow:step("s", function(ctx)\n${body}\nend)\nreturn flow` },
    ...rest,
  });
}
