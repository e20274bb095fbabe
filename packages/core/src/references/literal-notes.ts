import type { ReferenceNote } from "../vocabulary/reference.ts";
import { selectsValue, withoutBrackets } from "./better-references.ts";
import { quote } from "./describe-value.ts";
import type { ReferenceScope } from "./walk.ts";

/** Roots as other systems call them, and as fingers write them; in lower case without separators. */
const ROOTS = new Map([
  ["arg", "arguments"],
  ["args", "arguments"],
  ["argument", "arguments"],
  ["arguments", "arguments"],
  ["input", "arguments"],
  ["param", "arguments"],
  ["params", "arguments"],
  ["parameters", "arguments"],
  ["toolarguments", "arguments"],
  ["call", "call"],
  ["toolcall", "call"],
  ["context", "ctx"],
  ["ctx", "ctx"],
]);

/** Whole references under other names. */
const WHOLE = new Map([
  ["args", "arguments"],
  ["arguments", "arguments"],
  ["toolarguments", "arguments"],
  ["call", "call"],
  ["toolcall", "call"],
  ["toolname", "tool_name"],
  ["callid", "tool_call_id"],
  ["toolcallid", "tool_call_id"],
  ["toolid", "tool_call_id"],
  ["toolcallindex", "call.index"],
]);

/** What a literal was perhaps meant to be, in at most one note. `probable` is the context key that it resembles. */
export function literalNotes(text: string, scope: ReferenceScope, probable: string | undefined): ReferenceNote[] {
  const note = placeholderNote(text, scope) ?? referenceNote(text, scope) ?? contextKeyNote(text, probable);
  return note === undefined ? [] : [note];
}

/** Spec 02 §6: placeholders are not filled in here. */
function placeholderNote(text: string, scope: ReferenceScope): ReferenceNote | undefined {
  if (!text.includes("${ctx.")) return undefined;
  const only = /^\$\{(ctx\.[^{}]*)\}$/.exec(text)?.[1];
  const message = `A placeholder is not filled in here, so the text itself is passed: ${quote(text)}.`;
  const dotted = only === undefined ? undefined : withoutBrackets(only);
  const useful = dotted !== undefined && selectsValue(dotted, scope);
  return useful ? { code: "placeholder", message, alternatives: [dotted] } : { code: "placeholder", message };
}

function referenceNote(text: string, scope: ReferenceScope): ReferenceNote | undefined {
  const trimmed = text.trim();
  if (trimmed !== text && selectsValue(trimmed, scope)) {
    const message = `${quote(text)} has blanks around it, so it is no reference and the text itself is passed.`;
    return { code: "near-reference", message, alternatives: [trimmed] };
  }
  const dotted = withoutBrackets(trimmed);
  const meant = meantReferences(dotted, scope).find(
    (candidate) => candidate !== text && selectsValue(candidate, scope),
  );
  if (meant === undefined) return undefined;
  const message = `${quote(text)} is no reference, so the text itself is passed: did you mean \`${meant}\`?`;
  return { code: "near-reference", message, alternatives: [meant] };
}

function meantReferences(dotted: string, scope: ReferenceScope): string[] {
  const dot = dotted.indexOf(".");
  if (dot < 0) {
    const whole = WHOLE.get(plain(dotted));
    return whole === undefined ? [] : [whole];
  }
  const head = dotted.slice(0, dot);
  const root = ROOTS.get(plain(head));
  const candidates = root === undefined ? [] : [`${root}${dotted.slice(dot)}`];
  if (scope.context.has(head)) candidates.push(`ctx.${dotted}`);
  return candidates;
}

function contextKeyNote(text: string, probable: string | undefined): ReferenceNote | undefined {
  if (probable === undefined) return undefined;
  const message = `${quote(text)} is not a context key, so the text itself is passed: did you mean \`${probable}\`?`;
  return { code: "near-context-key", message, alternatives: [contextReference(probable)] };
}

/** The explicit reference to a context key; a key with a dot, or the empty one, has its bare name alone. */
export function contextReference(key: string): string {
  return key === "" || key.includes(".") ? key : `ctx.${key}`;
}

function plain(name: string): string {
  return name.replace(/[_\-\s]/g, "").toLowerCase();
}
