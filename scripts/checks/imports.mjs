import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ROOT } from "../setup/root.mjs";

const CORE = "packages/core/src";

/** Imports that `boundaries.biome.json` must refuse: who, and what it would import. @type {[string, string][]} */
const FORBIDDEN = [
  [`${CORE}/vocabulary/a.ts`, "../json/parse-json.ts"],
  [`${CORE}/vocabulary/a.ts`, "node:fs"],
  [`${CORE}/ports/a.ts`, "../json/parse-json.ts"],
  [`${CORE}/json/a.ts`, "../normalise/normalise-calls.ts"],
  [`${CORE}/json/deep/a.ts`, "../../flow/run-flow.ts"],
  [`${CORE}/import/a.ts`, "../normalise/normalise-calls.ts"],
  [`${CORE}/import/formats/a.ts`, "../../reply/reply.ts"],
  [`${CORE}/normalise/a.ts`, "../references/resolve.ts"],
  [`${CORE}/references/a.ts`, "../redaction/redact.ts"],
  [`${CORE}/redaction/a.ts`, "../inspection/inspect.ts"],
  [`${CORE}/inspection/a.ts`, "node:buffer"],
  [`${CORE}/reply/a.ts`, "../run/conduct.ts"],
  [`${CORE}/nodes/a.ts`, "../run/conduct.ts"],
  [`${CORE}/flow/a.ts`, "../lua/index.ts"],
  [`${CORE}/dispatch/a.ts`, "node:timers"],
  [`${CORE}/scenario/a.ts`, "../host/index.ts"],
  [`${CORE}/run/a.ts`, "../lua/index.ts"],
  [`${CORE}/lua/vm/a.ts`, "../../flow/run-flow.ts"],
  [`${CORE}/host/a.ts`, "../run/conduct.ts"],
  [`${CORE}/cli/a.ts`, "../ports/host.ts"],
  ["apps/api/src/a.ts", "../../../packages/core/src/index.ts"],
  ["apps/api/src/a.ts", "@tool-dispatch/core/src/run/conduct.ts"],
  ["apps/api/src/runs/a.ts", "../../../web/src/main.tsx"],
  ["apps/web/src/calls/a.tsx", "../../../api/src/app.ts"],
  ["apps/web/src/calls/a.tsx", "@tool-dispatch/core/src/index.ts"],
  ["apps/web/src/ui/a.tsx", "@tool-dispatch/core"],
  ["apps/web/src/ui/button/a.tsx", "../../store/store.ts"],
  ["apps/web/src/store/a.ts", "react"],
  ["apps/web/src/store/a.ts", "../results/ledger.tsx"],
];

/** Imports that must stay possible, so that a rule does not refuse everything. @type {[string, string][]} */
const ALLOWED = [
  [`${CORE}/vocabulary/a.ts`, "./json.ts"],
  [`${CORE}/ports/a.ts`, "../vocabulary/event.ts"],
  [`${CORE}/import/formats/a.ts`, "../detect.ts"],
  [`${CORE}/references/a.ts`, "../json/parse-json.ts"],
  [`${CORE}/dispatch/a.ts`, "../references/resolve.ts"],
  [`${CORE}/run/a.ts`, "../flow/run-flow.ts"],
  [`${CORE}/host/a.ts`, "../index.ts"],
  [`${CORE}/host/a.ts`, "../lua/index.ts"],
  ["apps/api/src/a.ts", "@tool-dispatch/core/host"],
  ["apps/web/src/ui/a.tsx", "react"],
  ["apps/web/src/store/a.ts", "@tool-dispatch/core"],
  ["apps/web/src/calls/a.tsx", "../store/store.ts"],
];

/**
 * The lint step applies the import rules to the code; this proves that they bite. Each forbidden import is planted in
 * an empty tree under the same rules, where Biome must find it, and each allowed one, where it must not.
 */
export async function checkImports() {
  const found = lintPlanted([...FORBIDDEN, ...ALLOWED]);
  const missed = FORBIDDEN.filter((_, index) => !found.has(index));
  const refused = ALLOWED.filter((_, index) => found.has(index + FORBIDDEN.length));
  for (const [file, target] of missed) process.stderr.write(`${file} may import ${target}, against the rules\n`);
  for (const [file, target] of refused) process.stderr.write(`${file} may not import ${target}, which is needed\n`);
  return missed.length + refused.length === 0;
}

/** @param {[string, string][]} imports @returns {Set<number>} numbers of the imports that were refused */
function lintPlanted(imports) {
  const tree = mkdtempSync(join(tmpdir(), "import-rules-"));
  try {
    for (const name of ["biome.json", "boundaries.biome.json"]) copyFileSync(ROOT + name, join(tree, name));
    imports.forEach(([file, target], index) => {
      const planted = join(tree, dirname(file), `planted-${index}${file.slice(file.lastIndexOf("."))}`);
      mkdirSync(dirname(planted), { recursive: true });
      writeFileSync(planted, `import "${target}";\n`);
    });
    const args = [
      "lint",
      "--vcs-enabled=false",
      "--only=style/noRestrictedImports",
      "--max-diagnostics=none",
      "--reporter=json",
    ];
    const { stdout } = spawnSync(`${ROOT}node_modules/.bin/biome`, args, { cwd: tree, encoding: "utf8" });
    return new Set([...stdout.matchAll(/planted-(\d+)\./g)].map(([, index]) => Number(index)));
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}
