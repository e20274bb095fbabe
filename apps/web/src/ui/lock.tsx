import styles from "./lock.module.css";

/** Marks what is secret; whoever reads it aloud says so. */
export function Lock() {
  return (
    <>
      <svg className={styles.lock} viewBox="0 0 12 12" aria-hidden="true">
        <path d="M3.5 5V3.75a2.5 2.5 0 0 1 5 0V5" fill="none" stroke="currentColor" strokeWidth="1.25" />
        <rect x="2" y="5" width="8" height="6" rx="0.75" fill="currentColor" />
      </svg>
      <span className="visually-hidden">secret </span>
    </>
  );
}

/** In place of a secret's value: a lock and the secret's name. */
export function SecretName({ name }: { readonly name: string }) {
  return (
    <span className={styles.name}>
      <Lock />
      <span>{name}</span>
    </span>
  );
}
