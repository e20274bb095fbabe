import { describe, expect, it } from "vitest";
import { failure, json, publish, tryNode, value } from "../testing/run-node.ts";

describe("[07 §5] log", () => {
  it("writes and publishes its message, empty and at info when nothing is said", async () => {
    const said = await tryNode("log", { message: "n=${ctx.n}", level: "WARN" }, { n: 2 });
    expect(said.logs).toEqual([["warn", "n=2"]]);
    expect(said.outcome).toEqual({ ok: true, output: json({ log_message: "n=2" }) });
    expect((await tryNode("log", {}, {})).logs).toEqual([["info", ""]]);
    expect((await tryNode("log", { level: "loud" }, {})).logs).toEqual([["info", ""]]);
  });
});

describe("[07 §5] template_render", () => {
  it("fills placeholders; both settings are required", async () => {
    expect(await value("template_render", { template: "a${ctx.b}", output_key: "o" }, { b: [1] }, "o")).toBe("a[1]");
    expect(await failure("template_render", { output_key: "o" })).toBe("template_render requires 'template'");
    expect(await failure("template_render", { template: "" })).toBe("template_render requires 'output_key'");
  });
});

describe("[07 §5] delay", () => {
  it("waits for its seconds on the clock and publishes them as a float", async () => {
    const waited = await tryNode("delay", { seconds: "${ctx.n}" }, { n: 2 });
    expect(waited.sleptMs).toEqual([2000]);
    expect(waited.outcome).toEqual({ ok: true, output: new Map([["delay_seconds", 2]]) });
    expect((await tryNode("delay", {}, {})).sleptMs).toEqual([1000]);
    expect((await tryNode("delay", { seconds: 0 }, {})).sleptMs).toEqual([]);
  });

  it("refuses negative and unusable seconds", async () => {
    expect(await failure("delay", { seconds: -0.5 })).toBe(
      "delay seconds must be a finite, non-negative number of seconds",
    );
    expect(await failure("delay", { seconds: "soon" })).toBe("'seconds' must be a finite number");
    expect(await publish("delay", { seconds: 0 })).toEqual(new Map([["delay_seconds", 0]]));
  });
});
