import { useState } from "react";
import { Button } from "./button.tsx";

/** Copies a text; says so in its own label. */
export function CopyButton({
  text,
  label = "Copy",
}: {
  readonly text: () => string | Promise<string>;
  readonly label?: string;
}) {
  const [said, setSaid] = useState<string>();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(await text());
      setSaid("Copied");
    } catch {
      setSaid("Not allowed here");
    }
    setTimeout(() => setSaid(undefined), 1500);
  };
  return (
    <Button look="plain" onClick={copy}>
      {said ?? label}
    </Button>
  );
}
