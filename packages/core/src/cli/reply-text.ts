import { prettyJson, type Reply } from "../index.ts";
import { paint } from "./paint.ts";

/** The messages for the provider, after what it would refuse of them. */
export function replyText({ body, problems }: Reply, colours: boolean): string {
  const style = paint(colours);
  const warnings = problems.map(({ message }) => `  ${style.warn(message)}\n`).join("");
  return `${warnings}${prettyJson(body)}\n`;
}
