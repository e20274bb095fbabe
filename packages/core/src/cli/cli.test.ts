import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { isJsonObject, type JsonObject, parseJson } from "../index.ts";
import type { Io } from "./io.ts";
import { UsageError } from "./io.ts";
import { main } from "./main.ts";

const REFERENCE = fileURLToPath(new URL("../../../../conformance/reference/", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "tool-dispatch-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

async function command(args: readonly string[], input = ""): Promise<{ status: number; out: string; err: string }> {
  let out = "";
  let err = "";
  const { readFile } = await import("node:fs/promises");
  const io: Io = {
    read: async (path) => {
      if (path === "-") return input;
      return readFile(path, "utf8").catch(() => {
        throw new UsageError(`${path}: there is no such file.`);
      });
    },
    print: (text) => {
      out += text;
    },
    error: (text) => {
      err += text;
    },
    colours: false,
    signal: new AbortController().signal,
  };
  return { status: await main(args, io), out, err };
}

const lines = (out: string): JsonObject[] =>
  out
    .trimEnd()
    .split("\n")
    .map((line) => {
      const parsed = parseJson(line);
      if (!parsed.ok || !isJsonObject(parsed.value)) throw new Error(`no JSON object: ${line}`);
      return parsed.value;
    });

const ECHO =
  'local f = Flow.new("echo")\nf:step("s", function(ctx) return { tool_result_value = ctx.v } end)\nreturn f';
const scenario = (change: object = {}) => ({
  name: "small",
  calls: [{ id: "c", name: "echo", arguments: '{"v":3.0}' }],
  tools: { echo: { flow: "echo.lua", input: { v: "arguments.v", gone: "ctx.gone.x" } } },
  flows: { "echo.lua": ECHO },
  ...change,
});

describe("tool-dispatch run", () => {
  it("[11 §4] passes every reference scenario in one go", async () => {
    const files = readdirSync(REFERENCE).filter((name) => name.endsWith(".json"));
    const { status, out } = await command(["run", "--json", ...files.map((name) => REFERENCE + name)]);
    const ended = lines(out);
    expect(ended.filter((line) => line.get("passed") !== true).map((line) => line.get("name"))).toEqual([]);
    expect(ended).toHaveLength(files.length);
    expect(status).toBe(0);
  }, 120_000);

  it("every example shows what it says, and says what to expect", async () => {
    const folder = fileURLToPath(new URL("../../../../examples/", import.meta.url));
    const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
    const ended = lines((await command(["run", "--json", ...files.map((name) => folder + name)])).out);
    expect(ended.map((line) => [line.get("passed"), line.get("differences")])).toEqual(files.map(() => [true, []]));
  });

  it("[11 §4] prints one object a line, values exact, and nothing else", async () => {
    const { status, out, err } = await command(["run", "--json", file("a.json", scenario())]);
    const [line] = lines(out);
    expect([status, err]).toEqual([0, ""]);
    expect(line?.get("name")).toBe("small");
    expect(out).toContain('"content":"3.0"');
    expect(line?.has("passed")).toBe(false);
  });

  it("[11 §4] exits 1 on a difference and shows it", async () => {
    const path = file("b.json", scenario({ expect: { output: { tool_results_count: 2 } } }));
    const text = await command(["run", path]);
    expect(text.status).toBe(1);
    expect(text.out).toMatch(/output\/tool_results_count\n\s+expected {2}2\n\s+actual {4}1/);
    const [line] = lines((await command(["run", "--json", path])).out);
    expect(line?.get("passed")).toBe(false);
    expect(line?.get("differences")).toEqual([
      new Map<string, unknown>([
        ["path", "output/tool_results_count"],
        ["expected", 2n],
        ["actual", 1n],
      ]),
    ]);
  });

  it("[11 §4] exits 1 on an error outcome without an expectation", async () => {
    expect((await command(["run", file("c.json", scenario({ tools: {} }))])).status).toBe(1);
  });

  it("[11 §4] runs all files and exits with the worst status", async () => {
    const { status, out, err } = await command(["run", file("d.json", '{"calls":\n [,]}'), file("e.json", scenario())]);
    expect(status).toBe(2);
    expect(err).toContain("d.json:2:3: ");
    expect(out).toContain("small");
  });

  it("[11 §4] reads standard input", async () => {
    expect((await command(["run", "-"], JSON.stringify(scenario({ name: "piped" })))).out).toContain("piped");
  });

  it.each([
    [[], "Usage"],
    [["dance"], "no command `dance`"],
    [["run"], "needs a file"],
    [["run", "--colour", "x.json"], "--colour"],
    [["run", "--strict", "x.json"], "takes no `--strict`"],
    [["run", "/nowhere/x.json"], "no such file"],
  ])("[11 §4] exits 2 for %j", async (args, text) => {
    const { status, out, err } = await command(args);
    expect([status, out]).toEqual([2, ""]);
    expect(err).toContain(text);
  });
});

describe("tool-dispatch explain", () => {
  it("[11 §3–4] prints how every reference resolves", async () => {
    const path = file("f.json", scenario());
    const text = await command(["explain", path]);
    expect(text.out).toMatch(/no key `gone`|no context key `gone`/);
    const [line] = lines((await command(["explain", "--json", path])).out);
    const calls = line?.get("calls");
    const call = Array.isArray(calls) ? calls[0] : undefined;
    const references = call instanceof Map ? call.get("references") : undefined;
    expect(Array.isArray(references) && references.map((one) => one instanceof Map && one.get("reason"))).toEqual([
      null,
      "no-context-key",
    ]);
  });
});

describe("tool-dispatch import", () => {
  const conversation = [
    { role: "assistant", content: [{ type: "tool_use", id: "toolu_1", name: "weather", input: { city: "Oslo" } }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "3 °C" }] },
  ];

  it("[10, 11 §4] prints the calls of a text and what is odd about them", async () => {
    const path = file("i.json", conversation);
    const [line] = lines((await command(["import", "--json", path])).out);
    expect(line?.get("format")).toBe("anthropic");
    expect(line?.get("calls")).toHaveLength(1);
    const text = await command(["import", path]);
    expect(text.status).toBe(0);
    expect(text.out).toContain('weather toolu_1  {"city":"Oslo"}');
    expect(text.out).toContain("1:2: Every call in this text has its answer already");
  });

  it("[10 §3] gives the answers of a text in another provider's shape", async () => {
    const { out } = await command(["import", "--reply", "bedrock", file("j.json", conversation)]);
    expect(out).toContain('"toolUseId": "toolu_1"');
    expect(out).toContain('"text": "3 °C"');
  });

  it("[10 §3] gives the results of a run in a provider's shape", async () => {
    const [line] = lines((await command(["run", "--json", "--reply", "mistral", file("k.json", scenario())])).out);
    const reply = line?.get("reply") as JsonObject;
    expect(reply.get("body")).toEqual([
      new Map([
        ["role", "tool"],
        ["tool_call_id", "c"],
        ["name", "echo"],
        ["content", "3.0"],
      ]),
    ]);
    expect(reply.get("problems")).toHaveLength(1);
  });

  it.each([
    [["import", "--reply", "carrier-pigeon", "x"], "carrier-pigeon"],
    [["import", "--format", "xml", "x"], "no format `xml`"],
    [["import", "--turn", "0", "x"], "count from 1"],
  ])("[11 §4] exits 2 for %j", async (args, text) => {
    const { status, err } = await command(args);
    expect(status).toBe(2);
    expect(err).toContain(text);
  });

  it("[11 §4] exits 1 without calls, and 2 for what cannot be read, with its place", async () => {
    expect((await command(["import", file("l.json", { role: "assistant", content: "Hi" })])).status).toBe(1);
    const broken = await command(["import", file("m.json", "[{]")]);
    expect([broken.status, broken.err]).toEqual([2, expect.stringContaining("m.json:1:3: ")]);
  });
});

describe("tool-dispatch validate", () => {
  const lint = 'local flow = Flow.new("lint")\nflow:step("s", function(ctx) return { a = footer } end)\nreturn flow\n';

  it("[09] checks a flow file, and strictly when asked", async () => {
    const path = file("lint.lua", lint);
    const plain = await command(["validate", path]);
    expect(plain.status).toBe(0);
    expect(plain.out).toContain("2:43: `footer` is not defined in the Lua handler environment");
    const strict = await command(["validate", "--strict", "--json", path]);
    expect(strict.status).toBe(1);
    expect(lines(strict.out)[0]?.get("strict_rejected")).toBe(1n);
  });

  it("[09] checks every flow of a scenario", async () => {
    const { status, out } = await command([
      "validate",
      file("g.json", scenario({ flows: { "a.lua": lint, "b.lua": "nonsense" } })),
    ]);
    expect(status).toBe(1);
    expect(out).toContain("valid     a.lua");
    expect(out).toContain("invalid   b.lua");
  });
});

describe("the built command", () => {
  it("[11 §4] exits 130 when it is interrupted", async () => {
    const built = fileURLToPath(new URL("../../bin/tool-dispatch.mjs", import.meta.url));
    const waiting = scenario({
      flows: { "echo.lua": 'local f = Flow.new("w")\nf:step("s", nodes.delay({ seconds = 60 }))\nreturn f' },
    });
    const child = spawn(process.execPath, [built, "run", file("h.json", waiting)], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    setTimeout(() => child.kill("SIGINT"), 1500);
    const [code] = (await once(child, "exit")) as [number | null];
    expect(code).toBe(130);
  });
});
