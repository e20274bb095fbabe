import { readdirSync } from "node:fs";
import { ROOT } from "./root.mjs";
import { runCommand } from "./run-command.mjs";
import { whenChanged } from "./stamp.mjs";

/** Installs exactly what the lock file names, when it changed. */
export async function install() {
  const manifests = ["package.json", "package-lock.json", ".npmrc", ...workspaceManifests()];
  await whenChanged(
    { stamp: "node_modules/.installed", inputs: manifests, outputs: ["node_modules/.package-lock.json"] },
    async () => {
      process.stderr.write("Installing packages …\n");
      const status = await runCommand("npm", ["ci", "--prefer-offline", "--no-audit", "--no-fund"], { quiet: true });
      if (status !== 0) throw new Error("npm ci failed; its output stands above");
    },
  );
}

function workspaceManifests() {
  const members = ["packages", "apps"].flatMap((folder) =>
    readdirSync(ROOT + folder).map((name) => `${folder}/${name}`),
  );
  return [...members, "e2e"].map((folder) => `${folder}/package.json`);
}
