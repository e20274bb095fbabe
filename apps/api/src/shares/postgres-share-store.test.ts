import { afterAll, describe } from "vitest";
import { findPrograms, NO_POSTGRES, type StartedPostgres, startPostgres } from "../testing/start-postgres.ts";
import { createPostgresShareStore } from "./postgres-share-store.ts";
import { describeShareStore } from "./share-store.contract.ts";

// Where everything must be checked its absence is a failure; elsewhere it is said loudly.
const mayBeMissing = process.env.CI === undefined && findPrograms() === undefined;
if (mayBeMissing) process.stderr.write(`\n*** The suite on Postgres does not run. ${NO_POSTGRES} ***\n\n`);

describe.skipIf(mayBeMissing)("a real Postgres", () => {
  let postgres: Promise<StartedPostgres> | undefined;
  afterAll(async () => (await postgres)?.stop());

  describeShareStore("Postgres", async () => {
    postgres ??= startPostgres();
    return createPostgresShareStore((await postgres).url);
  });
});
