import { findTokenLike, prettyJson, printJson } from "@tool-dispatch/core";
import { useMemo, useState } from "react";
import { useSelect } from "../app-context.ts";
import { documentFromDraft } from "../store/draft.ts";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { encodeLink, LONGEST_LINK } from "./share-code.ts";
import styles from "./share-dialog.module.css";
import { StoreOnServer } from "./store-on-server.tsx";

/** Says what a link would hold before it is made. Secret values cannot be in it. */
export function ShareDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  return (
    <Dialog title="Share this scenario" open={open} onClose={onClose}>
      {open ? <ShareForm /> : null}
    </Dialog>
  );
}

function ShareForm() {
  const draft = useSelect((state) => state.draft);
  const document = useMemo(() => documentFromDraft(draft, "names"), [draft]);
  const tokens = useMemo(
    () =>
      findTokenLike([draft.calls, draft.tools, draft.context, ...draft.flows.map((flow) => flow.source)].join("\n")),
    [draft],
  );
  const [agreed, setAgreed] = useState(false);
  const [link, setLink] = useState<string>();
  const make = async () => {
    const hash = await encodeLink(document);
    history.replaceState(null, "", hash);
    setLink(location.href);
  };
  return (
    <>
      <p>Everything stands in the link itself, behind the #: nothing of it is sent to a server.</p>
      <dl className={styles.list}>
        <dt>Calls</dt>
        <dd>{size(draft.calls)}</dd>
        <dt>Tools</dt>
        <dd>{size(draft.tools)}</dd>
        <dt>Context</dt>
        <dd>{size(draft.context)}</dd>
        <dt>Handlers</dt>
        <dd>{draft.flows.map((flow) => `${flow.name}, ${size(flow.source)}`).join("; ") || "none"}</dd>
        <dt>Secrets</dt>
        <dd>
          {draft.secrets.length === 0
            ? "none"
            : `only the names: ${draft.secrets.map((secret) => secret.key).join(", ")}. Their values are not included.`}
        </dd>
      </dl>
      {tokens.length === 0 ? null : (
        <div className={styles.found}>
          <strong>△ This looks like credentials:</strong>
          <ul>
            {tokens.map((token) => (
              <li key={token.range.start}>
                {token.looksLike}: <code>{token.masked}</code>
              </li>
            ))}
          </ul>
          <label className={styles.agree}>
            <input type="checkbox" checked={agreed} onChange={(event) => setAgreed(event.target.checked)} />
            Share it all the same
          </label>
        </div>
      )}
      <div className={styles.actions}>
        <Button look="strong" disabled={tokens.length > 0 && !agreed} onClick={make}>
          Make the link
        </Button>
        <CopyButton label="Copy as a scenario file" text={() => `${prettyJson(document)}\n`} />
        <span>{printJson(document).length.toLocaleString("en")} characters before packing</span>
      </div>
      {link === undefined ? null : (
        <div className={styles.actions}>
          <input
            className={styles.link}
            readOnly
            value={link}
            aria-label="Link"
            onFocus={(event) => event.target.select()}
          />
          <CopyButton label="Copy link" text={() => link} />
          <span className={link.length > LONGEST_LINK ? styles.warning : undefined}>
            {link.length.toLocaleString("en")} characters
            {link.length > LONGEST_LINK
              ? ": too long for many programs. Send the scenario file, or store it on the server."
              : ""}
          </span>
        </div>
      )}
      <StoreOnServer
        scenario={() => printJson(document)}
        acknowledged={agreed}
        disabled={tokens.length > 0 && !agreed}
      />
    </>
  );
}

function size(text: string): string {
  const bytes = new TextEncoder().encode(text).length;
  return bytes < 1000 ? `${bytes} bytes` : `${(bytes / 1000).toFixed(1)} kB`;
}
