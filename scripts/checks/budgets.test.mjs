import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkBudgets } from "./budgets.mjs";

const noise = (/** @type {number} */ bytes) => `// ${randomBytes(bytes / 2).toString("hex")}\n`;

const EARLY = ["shared-b.js", "browser-worker-d.js", "lua-e.wasm"];
const preload = (/** @type {string} */ name) => `<link rel="preload" href="/assets/${name}">`;

describe("the budgets of the built page", () => {
  let folder = "";
  const write = (/** @type {string} */ name, /** @type {string | Buffer} */ content) =>
    writeFileSync(join(folder, name), content);
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "budgets-"));
    mkdirSync(join(folder, "assets"));
    write("index.html", `<script type="module" src="/assets/index-a.js"></script>${EARLY.map(preload).join("")}`);
    write("assets/index-a.js", 'import{a}from"./shared-b.js";import("./monaco-c.js")');
    write("assets/shared-b.js", "export const a=1");
    write("assets/monaco-c.js", noise(900_000));
    write("assets/browser-worker-d.js", 'new URL("/assets/lua-e.wasm",import.meta.url)');
    write("assets/lua-e.wasm", randomBytes(1_000));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("hold a small page, whatever it loads later", async () => {
    expect(await checkBudgets(folder)).toBe(true);
  });

  it("count what the first script imports at once", async () => {
    write("assets/shared-b.js", noise(600_000));
    expect(await checkBudgets(folder)).toBe(false);
  });

  it("count the worker's wasm", async () => {
    write("assets/lua-e.wasm", randomBytes(231_000));
    expect(await checkBudgets(folder)).toBe(false);
  });

  it("do not count the wasm that only validation fetches", async () => {
    write("assets/browser-worker-d.js", 'new URL("/assets/tree-sitter-lua-f.wasm",import.meta.url)');
    write("assets/tree-sitter-lua-f.wasm", randomBytes(231_000));
    expect(await checkBudgets(folder)).toBe(true);
  });

  it.each(EARLY)("want %s asked for at the start, so that it does not come after the editor", async (name) => {
    const others = EARLY.filter((early) => early !== name).map(preload);
    write("index.html", `<script type="module" src="/assets/index-a.js"></script>${others.join("")}`);
    expect(await checkBudgets(folder)).toBe(false);
  });

  describe("where a starter waits for the first frame", () => {
    const startWith = (/** @type {string[]} */ names) => {
      write("index.html", '<script type="module" src="/assets/start-s.js"></script>');
      const page = 'const page = "/assets/index-a.js";\n';
      write("assets/start-s.js", page + JSON.stringify(names.map((name) => `/assets/${name}`)));
    };

    it("hold when it asks for all", async () => {
      startWith(EARLY);
      expect(await checkBudgets(folder)).toBe(true);
    });

    it("count the script that it starts", async () => {
      startWith(EARLY);
      write("assets/shared-b.js", noise(600_000));
      expect(await checkBudgets(folder)).toBe(false);
    });

    it("want nothing forgotten", async () => {
      startWith(EARLY.slice(1));
      expect(await checkBudgets(folder)).toBe(false);
    });
  });

  it("do not hold where there is nothing to measure", async () => {
    rmSync(join(folder, "assets/browser-worker-d.js"));
    expect(await checkBudgets(folder)).toBe(false);
  });
});
