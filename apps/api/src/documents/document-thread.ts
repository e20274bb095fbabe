import { checkDocument, type DocumentAnswer, type DocumentQuestion } from "./check-document.ts";

/** What the threads of a `DocumentDesk` do. */
export function answer(question: DocumentQuestion): DocumentAnswer {
  return checkDocument(question);
}
