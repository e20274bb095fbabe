/** What whoever runs a host lets its scenarios call. */
export interface NetworkGrant {
  /** `https://api.example.com`, exactly as origins. */
  readonly allowedOrigins: readonly string[];
  /** Origin → key that is sent there where a scenario brings none. */
  readonly keys?: ReadonlyMap<string, string>;
}
