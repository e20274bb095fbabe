import { checkSecrets, type SecretWarning } from "@tool-dispatch/core";
import { useMemo } from "react";
import { useDispatch, useSelect } from "../app-context.ts";
import { originsOf, type SecretField, secretsObject } from "../store/draft.ts";
import { Button } from "../ui/button.tsx";
import { Lock } from "../ui/lock.tsx";
import { Sentence } from "../ui/sentence.tsx";
import styles from "./secrets-form.module.css";

/** The overlay: secret values that handlers may read and that are kept out of everything published. */
export function SecretsForm() {
  const secrets = useSelect((state) => state.draft.secrets);
  const context = useSelect((state) => state.analysis.context.value);
  const warnings = useMemo(
    () => context.outlined?.secretWarnings ?? checkSecrets(secretsObject(secrets, "values"), context.value),
    [secrets, context],
  );
  const dispatch = useDispatch();
  const edit = (next: readonly SecretField[]) => dispatch({ type: "secrets-edited", secrets: next });
  const change = (index: number, field: SecretField) => edit(secrets.map((old, at) => (at === index ? field : old)));
  return (
    <div className={styles.root}>
      <p className={styles.lede}>
        Handlers read a secret by its key, as <code>ctx.api_key</code>. Its value stays in the memory of this page: it
        is not stored, not shared, and replaced by a marker in everything that is published.
      </p>
      {secrets.map((field, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a field is its place in the form
        <div key={index} className={styles.row}>
          <label className={styles.label}>
            Key
            <input
              className={styles.field}
              value={field.key}
              autoComplete="off"
              onChange={(event) => change(index, { ...field, key: event.target.value })}
            />
          </label>
          <label className={styles.label}>
            <span>
              <Lock />
              Value
            </span>
            <input
              className={styles.field}
              type="password"
              value={field.value}
              autoComplete="off"
              onChange={(event) => change(index, { ...field, value: event.target.value })}
            />
          </label>
          <Button onClick={() => edit(secrets.filter((_, at) => at !== index))}>Remove</Button>
          <SecretWarnings field={field} warnings={warnings} />
        </div>
      ))}
      <div>
        <Button onClick={() => edit([...secrets, { key: "", value: "" }])}>Add a secret</Button>
      </div>
      <AllowedOrigins />
    </div>
  );
}

function SecretWarnings({
  field,
  warnings,
}: {
  readonly field: SecretField;
  readonly warnings: readonly SecretWarning[];
}) {
  if (field.key !== "" && field.value === "") {
    return <p className={styles.warning}>△ No value yet: enter it for this visit.</p>;
  }
  return warnings
    .filter((warning) => warning.key === field.key)
    .map((warning) => (
      <p key={warning.code} className={styles.warning}>
        △ <Sentence text={warning.message} />
      </p>
    ));
}

/** What handlers may call over the network from this page. */
function AllowedOrigins() {
  const text = useSelect((state) => state.draft.allowedOrigins);
  const dispatch = useDispatch();
  const { bad } = originsOf(text);
  return (
    <section className={styles.origins} aria-label="Network">
      <label className={styles.label}>
        Origins that handlers of this draft may call, one a line
        <textarea
          className={styles.field}
          rows={3}
          value={text}
          spellCheck={false}
          onChange={(event) => dispatch({ type: "origins-edited", text: event.target.value })}
        />
      </label>
      <p className={styles.lede}>
        Without any, <code>llm</code> and <code>http_…</code> answer from the scenario's exchanges alone. The operator
        of this page must allow them too. The list stays in this browser and is not shared.
      </p>
      {bad.length === 0 ? null : (
        <p className={styles.warning}>△ Not an origin: {bad.join(", ")}. Write https://host or https://host:port.</p>
      )}
    </section>
  );
}
