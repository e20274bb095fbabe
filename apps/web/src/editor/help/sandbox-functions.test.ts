import { createInProcessRunner } from "@tool-dispatch/core/host";
import { describe, expect, it } from "vitest";
import { callAt, SANDBOX_NAMES, signatureOf } from "./sandbox-functions.ts";

describe("names of the sandbox", () => {
  it("[04 §2] exist in a handler, as functions or values as they are told", async () => {
    const names = SANDBOX_NAMES.map(({ name }) => `"${name}"`).join(",");
    const body = `local t = {} for _, n in ipairs({${names}}) do t[n] = type(_G[n]) end return { tool_result_value = t }`;
    const scenario = {
      calls: [{ id: "a", name: "x", arguments: "{}" }],
      tools: { x: { flow: "x.lua" } },
      flows: { "x.lua": `local f = Flow.new("x"); f:step("s", function(ctx) ${body} end); return f` },
    };
    const runner = await createInProcessRunner();
    let content: unknown;
    for await (const event of runner.run(JSON.stringify(scenario))) {
      if (event.type === "call-end" && "message" in event.outcome) content = event.outcome.message.get("content");
    }
    await runner.close();
    const types = JSON.parse(String(content)) as Record<string, string>;
    for (const { name, parameters } of SANDBOX_NAMES) {
      if (parameters === undefined) expect(["table", "userdata"], name).toContain(types[name]);
      else expect(types[name], name).toBe("function");
    }
  });

  it("are shown with their parameters", () => {
    expect(SANDBOX_NAMES.map(signatureOf)).toEqual(expect.arrayContaining(["ctx", "json_parse(text)", "uuid4()"]));
  });
});

describe("the call around the cursor", () => {
  it.each([
    ["log(", { name: "log", argument: 0 }],
    ["log('a', ctx.b, ", { name: "log", argument: 2 }],
    ["x = json_parse(base64_decode(a), ", { name: "json_parse", argument: 1 }],
    ["x = json_parse(base64_decode(a", { name: "base64_decode", argument: 0 }],
    ["log({ a, ", undefined],
    ["x = 1", undefined],
  ])("%j", (line, expected) => {
    expect(callAt(line, line.length)).toEqual(expected);
  });
});
