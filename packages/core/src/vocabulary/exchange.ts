/** A request that a node would send; what a person copies to script its answer. */
export interface HttpRequest {
  readonly node: string;
  readonly step: string;
  readonly method: string;
  readonly url: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body?: string;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}
