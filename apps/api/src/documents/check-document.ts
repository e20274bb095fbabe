import { isJsonObject, type Json, printJson, readScenario } from "@tool-dispatch/core";
import type { ProblemDocument } from "../http/problem.ts";
import { validationOf } from "../runs/validation-of.ts";
import { findSecretText } from "./find-secret-text.ts";
import { importBody } from "./import-body.ts";

/** What is asked about a document. Shapes that cross to another thread: plain data alone. */
export type DocumentQuestion =
  /** Is it a scenario? */
  | { readonly ask: "scenario"; readonly text: string }
  /** The scenario that validates the flow of this one. */
  | { readonly ask: "validation"; readonly text: string }
  /** The calls in a pasted text; `text` is the body of the request. */
  | { readonly ask: "import"; readonly text: string }
  /**
   * May it be stored for others? `acknowledged`: token-like texts were seen by the person and are meant. The text to
   * store is the document as it reads: what a repeated key hides is not in it.
   */
  | { readonly ask: "shareable"; readonly text: string; readonly acknowledged: boolean };

/** The text to go on with where it is another one than the document's, or the refusal to answer. */
export type DocumentAnswer =
  | { readonly ok: true; readonly text?: string }
  | { readonly ok: false; readonly refusal: ProblemDocument };

/** Answers at once, however long that takes: the server asks through a `DocumentDesk`. */
export function checkDocument(question: DocumentQuestion): DocumentAnswer {
  const { text } = question;
  if (question.ask === "import") return importBody(text);
  const read = readScenario(text);
  if (!read.ok) {
    const [first] = read.problems;
    return refused({
      status: 400,
      code: first?.code ?? "not-a-scenario",
      title: "Not a scenario",
      detail: first?.message ?? "The body is not a scenario.",
      ...(first?.where === undefined ? {} : { where: first.where }),
      problems: read.problems,
    });
  }
  if (question.ask === "scenario") return { ok: true };
  if (question.ask === "validation") return { ok: true, text: validationOf(text) };
  const values = secretValues(read.value.document.get("secrets"));
  if (values.length > 0) return refused(holdsSecrets(values));
  const found = question.acknowledged ? [] : findSecretText(text);
  return found.length === 0 ? { ok: true, text: printJson(read.value.document) } : refused(looksSecret(found));
}

function refused(refusal: ProblemDocument): DocumentAnswer {
  return { ok: false, refusal };
}

/** Names of secrets that come with a value: a stored link keeps their names alone. */
function secretValues(secrets: Json | undefined): string[] {
  if (!isJsonObject(secrets)) return [];
  return [...secrets].filter(([, value]) => value !== "" && value !== null).map(([name]) => name);
}

function holdsSecrets(names: readonly string[]): ProblemDocument {
  return {
    status: 400,
    code: "holds-secret-values",
    title: "Secret values are not stored",
    detail: `\`secrets\` holds values for ${names.slice(0, 20).join(", ")}. Store the names alone: make each value "".`,
  };
}

function looksSecret(found: readonly unknown[]): ProblemDocument {
  return {
    status: 422,
    code: "token-like-text",
    title: "This looks like credentials",
    detail:
      "Texts in this document look like credentials; `problems` says where. " +
      "Take them out, or store it all the same with `?acknowledged=true`.",
    problems: found,
  };
}
