/** Said the same way by every network. */
export function timeoutError(timeoutMs: number): string {
  return `the request timed out after ${timeoutMs / 1000}s`;
}

export function byteLimitError(maxBytes: number): string {
  return `the response exceeds the limit of ${maxBytes} bytes`;
}
