import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import styles from "./share-dialog.module.css";
import { deleteFromServer, type StoredLink, type StoreOutcome, storeOnServer } from "./stored-link.ts";

export interface StoreOnServerProps {
  /** The document's text, without values of secrets. */
  readonly scenario: () => string;
  /** Texts that look like credentials were seen and are meant. */
  readonly acknowledged: boolean;
  readonly disabled: boolean;
}

/** A short link whose scenario the server keeps for a while; only on request. */
export function StoreOnServer({ scenario, acknowledged, disabled }: StoreOnServerProps) {
  const [outcome, setOutcome] = useState<StoreOutcome>();
  const store = async () => setOutcome(await storeOnServer(scenario(), acknowledged));
  return (
    <section aria-label="Stored link">
      <p>Or let this server keep the scenario for a while, under a short link: then it is sent there.</p>
      <div className={styles.actions}>
        <Button disabled={disabled} onClick={store}>
          Store on the server
        </Button>
      </div>
      <div role="status">
        {outcome === undefined ? null : outcome.ok ? (
          <Stored key={outcome.link.id} link={outcome.link} />
        ) : (
          <Refused outcome={outcome} />
        )}
      </div>
    </section>
  );
}

function Refused({ outcome }: { readonly outcome: Extract<StoreOutcome, { ok: false }> }) {
  return (
    <div className={styles.found}>
      <strong>△ {outcome.message}</strong>
      <ul>
        {outcome.places.map((place) => (
          <li key={`${place.line}:${place.column}`}>
            {place.looks_like} at <code>{place.pointer}</code>: <code>{place.masked}</code>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Stored({ link }: { readonly link: StoredLink }) {
  const [end, setEnd] = useState<{ readonly deleted: boolean; readonly message: string }>();
  const remove = async () => {
    const failure = await deleteFromServer(link);
    setEnd({ deleted: failure === undefined, message: failure ?? "The stored link is deleted." });
  };
  if (end?.deleted) return <p>{end.message}</p>;
  return (
    <>
      <div className={styles.actions}>
        <input
          className={styles.link}
          readOnly
          value={link.url}
          aria-label="Stored link"
          onFocus={(event) => event.target.select()}
        />
        <CopyButton label="Copy stored link" text={() => link.url} />
        <span>until {link.expiresAt.toLocaleDateString("en", { dateStyle: "long" })}</span>
      </div>
      <div className={styles.actions}>
        <span>
          Delete token, shown once: <code>{link.deleteToken}</code>
        </span>
        <CopyButton label="Copy delete token" text={() => link.deleteToken} />
        <Button onClick={remove}>Delete it again</Button>
        {end === undefined ? null : <span>{end.message}</span>}
      </div>
    </>
  );
}
