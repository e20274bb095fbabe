import { Component, type ReactNode } from "react";
import { Button } from "./button.tsx";
import styles from "./fault-boundary.module.css";

export interface FaultBoundaryProps {
  /** Saves what the person wrote; returns what to say of it. */
  readonly save: () => string;
  readonly children: ReactNode;
}

interface FaultBoundaryState {
  readonly fault: string | undefined;
  readonly said: string;
}

/** In place of a page that failed to show itself: what it was, what became of the draft, and ways to go on. */
export class FaultBoundary extends Component<FaultBoundaryProps, FaultBoundaryState> {
  override state: FaultBoundaryState = { fault: undefined, said: "" };

  static getDerivedStateFromError(error: unknown): Partial<FaultBoundaryState> {
    return { fault: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    const { fault, said } = this.state;
    if (fault === undefined) return this.props.children;
    return (
      <main className={styles.root}>
        <h1 className={styles.title}>A fault of the playground’s own</h1>
        <p>
          The page could not be shown any more. What you wrote is still here: save it as a file, or show the page again.
        </p>
        <pre className={styles.fault}>{fault}</pre>
        <p className={styles.ways}>
          <Button look="strong" onClick={() => this.setState({ fault: undefined, said: "" })}>
            Show it again
          </Button>
          <Button onClick={() => location.reload()}>Reload the page</Button>
          <Button onClick={() => this.setState({ said: this.props.save() })}>Save the draft as a file</Button>
          <span role="status">{said}</span>
        </p>
      </main>
    );
  }
}
