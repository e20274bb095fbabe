import { type HttpRequest, parseJson } from "@tool-dispatch/core";
import { ValueBlock } from "./value-block.tsx";

/** What a network node sent, or would have sent. */
export function RequestBlock({ request }: { readonly request: HttpRequest }) {
  const body = request.body === undefined ? undefined : parseJson(request.body);
  return (
    <details>
      <summary>
        Request: <code>{`${request.method} ${request.url}`}</code>
      </summary>
      {request.body === undefined ? (
        <p>It has no body.</p>
      ) : (
        <ValueBlock title="Body" value={body?.ok ? body.value : request.body} />
      )}
    </details>
  );
}
