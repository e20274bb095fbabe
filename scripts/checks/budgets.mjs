import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { ROOT } from "../setup/root.mjs";

const KB = 1000;

/**
 * What a visitor waits for, gzipped (brotli, which the server prefers, is smaller): how much of it there may be, which
 * fails the check, and how much there should be, which is not reached yet and is printed so that nobody forgets it.
 * Whoever makes the page smaller lowers the first figure.
 * @typedef {{ name: string, mostBytes: number, aimBytes: number, begins: (folder: string) => string[], wasm: boolean }} Budget
 * @type {Budget[]}
 */
const BUDGETS = [
  { name: "JavaScript before the editor", mostBytes: 160 * KB, aimBytes: 100 * KB, begins: scriptsOfPage, wasm: false },
  { name: "worker and Lua", mostBytes: 225 * KB, aimBytes: 160 * KB, begins: runnersWorker, wasm: true },
];

/** Files that the worker names and fetches only when a flow is validated. */
const LATER = /^(web-)?tree-sitter.*\.wasm$/;

/** @param {string} folder of the built page */
export function measureBudgets(folder) {
  return BUDGETS.map((budget) => ({ ...budget, ...measure(folder, budget) }));
}

/**
 * Measures the built page in a folder against the budgets, prints each, and is false when one is exceeded.
 * @param {string} [folder]
 */
export async function checkBudgets(folder = `${ROOT}apps/web/dist`) {
  const measured = measureBudgets(folder);
  for (const { name, bytes, mostBytes, aimBytes } of measured) {
    const [is, most, aim] = [bytes, mostBytes, aimBytes].map((size) => `${(size / KB).toFixed(1)} kB`);
    const verdict = bytes > mostBytes ? "TOO MUCH" : bytes > aimBytes ? "above its aim" : "as it should be";
    process.stdout.write(`${name}: ${is} gzipped, ${verdict} (at most ${most}, aim ${aim})\n`);
  }
  const late = lateFiles(folder, measured);
  if (late.length > 0) process.stdout.write(`not asked for at the start: ${late.join(", ")}\n`);
  return late.length === 0 && measured.every(({ bytes, mostBytes, files }) => files.length > 0 && bytes <= mostBytes);
}

/**
 * What the first result waits for and nobody names at the start, neither the page's document nor its starter. Such a
 * file, however small, is asked for when the editor is on its way already, and comes after it.
 * @param {string} folder @param {ReturnType<typeof measureBudgets>} measured
 */
function lateFiles(folder, measured) {
  const start = ["index.html", ...scriptsOfDocument(folder)].map((file) => textOf(folder, file)).join("\n");
  return measured.flatMap(({ files }) => files).filter((file) => !start.includes(`"/${file}"`));
}

/** @param {string} folder @param {Budget} budget */
function measure(folder, { begins, wasm }) {
  const files = loadedWith(folder, begins(folder), wasm);
  const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file)), { level: 9 }).length, 0);
  return { files, bytes };
}

/**
 * The scripts that these ones import at once, themselves included, and the wasm that they name. What is imported only
 * when it is needed, `import(…)`, waits and does not count.
 * @param {string} folder @param {string[]} begins paths in the folder @param {boolean} wasm
 */
function loadedWith(folder, begins, wasm) {
  const found = new Set(begins);
  for (const file of found) {
    if (!file.endsWith(".js")) continue;
    const text = readFileSync(join(folder, file), "utf8");
    const names = [...text.matchAll(/\b(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g)];
    if (wasm) names.push(...text.matchAll(/["'`/]([\w.-]+\.wasm)["'`]/g));
    for (const [, name] of names) {
      const path = join("assets", basename(name ?? ""));
      if (LATER.test(basename(path))) continue;
      if (existsSync(join(folder, path))) found.add(path);
    }
  }
  return [...found];
}

/** @param {string} folder */
function scriptsOfDocument(folder) {
  const tags = textOf(folder, "index.html").match(/<(?:script|link rel="modulepreload")[^>]*>/g) ?? [];
  return tags.flatMap((tag) => /(?:src|href)="\/(assets\/[^"]+\.js)"/.exec(tag)?.[1] ?? []);
}

/**
 * What the page's document starts, and the page's own script, with which its starter waits until the first frame. That
 * one also fetches the worker early, which has a budget of its own.
 * @param {string} folder
 */
function scriptsOfPage(folder) {
  const started = scriptsOfDocument(folder);
  return [...started, ...started.flatMap((file) => PAGE.exec(textOf(folder, file))?.[1] ?? [])];
}

/** As `apps/web/build/paint-first.ts` writes it. */
const PAGE = /^const page = "\/(assets\/[^"]+\.js)";$/m;

/** @param {string} folder @param {string} file */
function textOf(folder, file) {
  return existsSync(join(folder, file)) ? readFileSync(join(folder, file), "utf8") : "";
}

/** @param {string} folder */
function runnersWorker(folder) {
  const names = readdirSync(join(folder, "assets"));
  return names.filter((name) => /^browser-worker-.*\.js$/.test(name)).map((name) => join("assets", name));
}
