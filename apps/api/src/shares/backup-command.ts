import { backUpShares } from "./back-up-shares.ts";

// `node apps/api/dist/backup-shares.js TARGET`: SHARES_FILE names the file, as it does for the server.
const [target] = process.argv.slice(2);
const file = process.env.SHARES_FILE ?? "data/shares.sqlite";
try {
  if (target === undefined) throw new Error("Give the file that the backup is written to.");
  backUpShares(file, target);
  process.stdout.write(`${file} was copied to ${target}.\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
