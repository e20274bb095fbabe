import type { Explanation } from "@tool-dispatch/core";
import { useApp } from "../app-context.ts";
import { preview, typeLabel } from "../results/preview.ts";
import type { CallView } from "../store/analysis.ts";
import { spotOfHop } from "../store/source-spots.ts";
import { classes } from "../ui/classes.ts";
import { SecretName } from "../ui/lock.tsx";
import styles from "./reference-table.module.css";
import { Way } from "./way.tsx";

export interface StationsProps {
  readonly view: CallView;
  readonly explanation: Explanation;
  /** Name of the secret at which the walk ends. */
  readonly secret: string | undefined;
}

/** The walk as a line of stations; it breaks at the hop that was not found, and what lies behind is struck out. */
export function Stations({ view, explanation, secret }: StationsProps) {
  const { store } = useApp();
  if (explanation.hops.length === 0) return null;
  return (
    <ol className={styles.line}>
      {explanation.hops.map((hop, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a hop is its place in the walk
        <li key={index} className={classes(styles.station, !hop.found && styles.broken)}>
          <Way className={styles.stop} to={() => spotOfHop(store.getState().analysis, view, explanation, index)}>
            <span className={styles.name}>
              {hop.segment === "" ? "(nothing)" : hop.segment}{" "}
              <span className={hop.found ? styles.found : styles.lost} aria-hidden="true">
                {hop.found ? "✓" : "✕"}
              </span>
              <span className="visually-hidden">{hop.found ? "found" : "not found"}</span>
            </span>
            <span className={styles.what}>
              {hop.value === undefined ? (
                missing(explanation)
              ) : secret === undefined ? (
                whatStands(hop.value)
              ) : (
                <SecretName name={secret} />
              )}
            </span>
          </Way>
        </li>
      ))}
      {unreached(explanation).map((segment, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a segment is its place in the path
        <li key={`beyond-${index}`} className={styles.unreached}>
          {segment}
        </li>
      ))}
    </ol>
  );
}

function whatStands(value: Parameters<typeof preview>[0]): string {
  const container = typeof value === "object" && value !== null;
  return container ? typeLabel(value) : preview(value, 28);
}

function missing({ reason }: Explanation): string {
  switch (reason) {
    case "no-context-key":
      return "no such context key";
    case "out-of-range":
      return "beyond the end";
    case "empty-segment":
      return "no field named";
    case "wrong-container":
      return "cannot go on here";
    case "not-json":
      return "not JSON";
    default:
      return "no such key";
  }
}

/** Segments behind the one where the walk broke. */
function unreached({ reference, hops, kind, reason }: Explanation): readonly string[] {
  if (reason === null || reference === undefined || kind === "tool_name" || kind === "tool_call_id") return [];
  const segments = reference.split(".");
  return segments.slice(kind === "context" ? hops.length + 1 : hops.length);
}
