/** What stands where a secret stood (spec 06). */
export const REDACTED = "[REDACTED]";
