import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const MANIFEST = fileURLToPath(new URL("../package.json", import.meta.url));
/** Where the working copy's manifest waits while the package is made. */
const KEPT = `${MANIFEST}.working-copy`;

/**
 * Puts the package's own manifest in place of the working copy's: what `publishConfig` says instead of the sources, and
 * nothing that only helps to develop.
 */
export function showPackageManifest(): void {
  restoreManifest();
  const text = readFileSync(MANIFEST, "utf8");
  const { private: _, scripts: __, publishConfig, ...manifest } = JSON.parse(text) as Record<string, unknown>;
  writeFileSync(KEPT, text);
  writeFileSync(MANIFEST, `${JSON.stringify({ ...manifest, ...(publishConfig as object) }, undefined, 2)}\n`);
}

/** Puts the working copy's manifest back, also after a packing that was interrupted. */
export function restoreManifest(): void {
  if (existsSync(KEPT)) renameSync(KEPT, MANIFEST);
}
