import { createSecretKey, type KeyObject } from "node:crypto";
import { SettingsError } from "../settings/settings-error.ts";

const KEY_BYTES = 32;

/**
 * `RUNS_KEY`: 32 random bytes in base64, the same for the API and every worker. Everything that a scenario brings and
 * everything that its run tells is sealed with it before it goes to Redis.
 */
export function readRunsKey(text: string | undefined): KeyObject {
  if (text === undefined || text === "") {
    throw new SettingsError(
      "REDIS_URL is set and RUNS_KEY is not: runs go to Redis sealed only. Make a key with `openssl rand -base64 32` " +
        "and give the same one to the API and to every worker.",
    );
  }
  const bytes = Buffer.from(text, "base64");
  // The text may be a key, so it is not repeated. Node skips what is not base64: only an exact text is taken.
  if (bytes.length !== KEY_BYTES || bytes.toString("base64") !== text) {
    throw new SettingsError("RUNS_KEY is not 32 bytes in base64: make one with `openssl rand -base64 32`.");
  }
  return createSecretKey(bytes);
}
