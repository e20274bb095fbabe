import { type HttpRequest, parseJson } from "@tool-dispatch/core";
import { useMemo, useState } from "react";
import { ValueBlock } from "./value-block.tsx";

/** What a network node sent, or would have sent; its body is read when somebody looks. */
export function RequestBlock({ request }: { readonly request: HttpRequest }) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        Request: <code>{`${request.method} ${request.url}`}</code>
      </summary>
      {open ? <RequestBody body={request.body} /> : null}
    </details>
  );
}

function RequestBody({ body }: { readonly body: string | undefined }) {
  const value = useMemo(() => {
    const parsed = parseJson(body ?? "");
    return parsed.ok ? parsed.value : (body ?? "");
  }, [body]);
  return body === undefined ? (
    <p>It has no body.</p>
  ) : (
    <ValueBlock title="Body" value={value} file="request-body.txt" />
  );
}
