import { stepBack } from "@tool-dispatch/core/host";
import { checkDocument, type DocumentAnswer, type DocumentQuestion } from "./check-document.ts";

stepBack();

/** What the threads of a `DocumentDesk` do. */
export function answer(question: DocumentQuestion): DocumentAnswer {
  return checkDocument(question);
}
