import { runTool } from "./run-command.mjs";
import { whenChanged } from "./stamp.mjs";

/** What is built, each by the Vite configuration in its folder, and what it is made of. */
const PARTS = [
  { folder: "packages/core", inputs: ["packages/core"], outputs: ["packages/core/dist/cli.js"] },
  { folder: "apps/web", inputs: ["apps/web", "packages/core"], outputs: ["apps/web/dist/index.html"] },
  { folder: "apps/api", inputs: ["apps/api", "packages/core"], outputs: ["apps/api/dist/main.js"] },
];

/** Builds the command line, the page and the server, those whose sources changed. */
export async function build() {
  for (const { folder, inputs, outputs } of PARTS) {
    await whenChanged(
      { stamp: `${folder}/dist/.built`, inputs: [...inputs, "package-lock.json", "tsconfig.base.json"], outputs },
      async () => {
        process.stderr.write(`Building ${folder} …\n`);
        const status = await runTool("vite", ["build", "--logLevel", "warn", folder], { quiet: true });
        if (status !== 0) throw new Error(`building ${folder} failed; the output stands above`);
      },
    );
  }
}
