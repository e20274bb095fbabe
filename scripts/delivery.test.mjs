import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { ROOT } from "./setup/root.mjs";

const read = (/** @type {string} */ file) => readFileSync(ROOT + file, "utf8");
const dockerfile = read("Dockerfile").replaceAll("\\\n", " ");
const instructions = dockerfile.split("\n").filter((line) => /^[A-Z]+ /.test(line));
const ofKind = (/** @type {string} */ kind) =>
  instructions.filter((line) => line.startsWith(`${kind} `)).map((line) => line.slice(kind.length + 1));

describe("the image", () => {
  it("copies what is there, the manifest of every workspace included", () => {
    const sources = ofKind("COPY")
      .filter((line) => !line.startsWith("--from"))
      .flatMap((line) => line.split(/\s+/).slice(0, -1));
    expect(sources.filter((source) => !existsSync(ROOT + source))).toEqual([]);
    const folders = ["packages", "apps"].flatMap((parent) =>
      readdirSync(ROOT + parent).map((name) => `${parent}/${name}`),
    );
    for (const folder of [...folders, "e2e"]) expect(sources).toContain(`${folder}/package.json`);
  });

  it("starts what the build makes", () => {
    expect(ofKind("CMD")).toEqual(['["node", "apps/api/dist/main.js"]']);
    expect(existsSync(`${ROOT}apps/api/src/main.ts`) && existsSync(`${ROOT}apps/api/src/worker.ts`)).toBe(true);
  });

  it("runs as another user than root, from pinned bases of one kind", () => {
    expect(ofKind("USER")).toEqual(["node"]);
    const bases = ofKind("FROM").filter((line) => line.includes(":"));
    expect(bases.map((line) => line.split(" ")[0])).toEqual(Array(2).fill("node:24.21.0-bookworm-slim"));
    expect(read("package.json")).toContain("--package node@24.21.0 ");
  });

  it("is made of nothing that was built or kept outside", () => {
    const [first, ...rest] = read(".dockerignore")
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"));
    expect(first).toBe("*");
    expect(rest).toEqual(expect.arrayContaining(["**/node_modules", "**/dist", "**/.env*"]));
  });
});

describe("the example for compose", () => {
  /** @type {{ services: Record<string, { image: string, read_only?: boolean, cap_drop?: string[], environment?: Record<string, string> }>, networks: Record<string, { internal?: boolean } | null> }} */
  const example = parse(read("compose.example.yaml"), { merge: true });

  it("runs our services without write access, capabilities or secrets of its own", () => {
    for (const name of ["server", "worker"]) {
      expect(example.services[name]).toMatchObject({ read_only: true, cap_drop: ["ALL"] });
      expect(example.services[name]?.environment?.RUNS_KEY).toMatch(/^\$\{RUNS_KEY:\?/);
    }
    expect(example.networks.back).toEqual({ internal: true });
  });

  it("sets what docs/OPERATIONS.md lists", () => {
    const names = ["server", "worker"].flatMap((name) => Object.keys(example.services[name]?.environment ?? {}));
    const documented = read("docs/OPERATIONS.md");
    expect(names.length).toBeGreaterThan(3);
    for (const name of names) expect(documented).toContain(`| \`${name}\` `);
  });
});

describe("the workflow", () => {
  it("runs `npm test` on the oldest Node that is supported and on the newest LTS", () => {
    const { jobs } = parse(read(".github/workflows/test.yml"));
    expect(jobs.test.strategy.matrix.node).toEqual(["20.19", "24"]);
    expect(JSON.parse(read("package.json")).engines.node).toBe(">=20.19");
    expect(jobs.test.steps.at(-1)).toEqual({ run: "npm test" });
  });
});
