import { afterAll, describe, expect, it } from "vitest";
import { findPrograms, NO_POSTGRES, type StartedPostgres, startPostgres } from "../testing/start-postgres.ts";
import { startTestServer } from "../testing/start-test-server.ts";
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

  it("keeps the links of a server, for others too", async () => {
    postgres ??= startPostgres();
    const env = { DATABASE_URL: (await postgres).url };
    const [one, other] = await Promise.all([startTestServer(env), startTestServer(env)]);
    const stored = await one.post("/api/shares", '{"about":"in Postgres"}');
    const { id } = (await stored.json()) as { id: string };
    expect(await (await fetch(`${other.url}/api/shares/${id}`)).text()).toBe('{"about":"in Postgres"}');
    await one.close();
    await other.close();
  }, 60_000);

  it("that goes away makes a server unready, and answers without its reason", async () => {
    const passing = await startPostgres();
    const server = await startTestServer({ DATABASE_URL: passing.url });
    expect((await fetch(`${server.url}/api/ready`)).status).toBe(200);
    await passing.stop();
    expect((await fetch(`${server.url}/api/ready`)).status).toBe(503);
    const answer = await fetch(`${server.url}/api/shares/some-id`);
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toMatch(/postgres|ENOENT|ECONN/i);
    await server.close();
  }, 60_000);
});
