import { type Explanation, REDACTED } from "@tool-dispatch/core";
import type { SecretField } from "../store/draft.ts";

/** The secret whose whole value a reference selects; undefined when it is none. */
export function secretOf(
  { kind, reference, hops, value }: Explanation,
  secrets: readonly SecretField[],
): string | undefined {
  if (value !== REDACTED) return undefined;
  const key =
    kind === "context-key" ? reference : kind === "context" && hops.length === 1 ? hops[0]?.segment : undefined;
  return secrets.find((secret) => secret.key === key)?.key;
}
