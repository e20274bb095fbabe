/** What this needs of `fetch`. */
export type FetchPort = (url: string, init: FetchInit) => Promise<FetchedResponse>;

export interface FetchInit {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly redirect: "manual";
  readonly signal: AbortSignal;
  /**
   * The address that was looked up and found public: a host that opens its own connections must use it, so that a name
   * cannot lead elsewhere between the check and the connection.
   */
  readonly address?: string;
}

export interface FetchedResponse {
  readonly status: number;
  /** `opaqueredirect` in browsers, which do not say where a redirect leads. */
  readonly type?: string;
  readonly headers: { forEach(take: (value: string, name: string) => void): void };
  readonly body: {
    getReader(): {
      read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
      cancel(): Promise<unknown>;
    };
  } | null;
}
