import { printJson } from "@tool-dispatch/core";
import { type Draft, documentFromDraft } from "../store/draft.ts";

const END = "END_OF_SCENARIO";

/**
 * A command for a POSIX shell that runs the draft on a server. The scenario is one line of a quoted here-document, which
 * a shell takes as it is, whatever characters it has, and which may be longer than an argument.
 */
export function curlCommand(draft: Draft, origin: string): string {
  const body = printJson(documentFromDraft(draft, "names"));
  const address = quoted(new URL("/api/runs", origin).href);
  return `curl -sS ${address} -H 'content-type: application/json' --data-binary @- <<'${END}'\n${body}\n${END}\n`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
