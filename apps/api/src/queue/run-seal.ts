import { createCipheriv, createDecipheriv, hkdfSync, type KeyObject, randomBytes } from "node:crypto";
import { LastingFault } from "./lasting-fault.ts";

const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** What was read is not what was sealed for this place with this key. */
export class SealError extends LastingFault {}

/**
 * Seals the texts of one run: AES-256-GCM under a key derived for this run alone, so that random nonces cannot meet
 * however many runs one `RUNS_KEY` serves. The label names the text's place; a text moved elsewhere does not open.
 */
export class RunSeal {
  private readonly key: Buffer;

  constructor(runsKey: KeyObject, runId: string) {
    this.key = Buffer.from(hkdfSync("sha256", runsKey, runId, "tool-dispatch run", 32));
  }

  /** Nonce, tag, cipher text. */
  seal(text: string, label: string): Buffer {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, this.key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(label));
    const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
  }

  /** Throws a `SealError`. */
  open(sealed: Buffer, label: string): string {
    try {
      const iv = sealed.subarray(0, IV_BYTES);
      const decipher = createDecipheriv(CIPHER, this.key, iv, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(label))
        .setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const opened = [decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()];
      return Buffer.concat(opened).toString("utf8");
    } catch {
      throw new SealError("what Redis holds of this run was not sealed with this RUNS_KEY");
    }
  }
}
