import { fileURLToPath } from "node:url";
import { Piscina } from "piscina";
import { HttpProblem } from "../http/problem.ts";
import type { DocumentAnswer, DocumentQuestion } from "./check-document.ts";
import { Slots } from "./slots.ts";

/**
 * Reads documents of strangers in threads, so that none of them keeps the server from answering others. What takes
 * too long, or too much memory, is refused; its thread is ended and replaced.
 */
export interface DocumentDesk {
  /** The text to go on with; rejects with an `HttpProblem` that says what is wrong with the document. */
  ask(question: DocumentQuestion): Promise<string>;
  close(): Promise<void>;
}

export interface DocumentDeskOptions {
  /** How long one document may take. */
  readonly timeoutMs: number;
  readonly threads: number;
}

const MOST_HEAP_MIB = 512;
/** Documents that wait for a thread; each is at most a body large. */
const MOST_WAITING = 32;

/** Resolves once a thread is ready. */
export async function openDocumentDesk({ timeoutMs, threads }: DocumentDeskOptions): Promise<DocumentDesk> {
  // Beside this module: what the build made of it, or the source.
  const name = import.meta.url.endsWith(".ts") ? "document-thread-source.mjs" : "document-thread.js";
  const pool = new Piscina<DocumentQuestion, DocumentAnswer>({
    filename: fileURLToPath(new URL(name, import.meta.url)),
    name: "answer",
    minThreads: threads,
    maxThreads: threads,
    resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MIB },
  });
  // A thread that ends outside of a task is replaced by the pool; the fault itself reaches whoever asked.
  pool.on("error", () => {});
  await warm(pool);
  // A document's time begins when a thread takes it, so no more are given than there are threads.
  const slots = new Slots(threads, MOST_WAITING);
  return {
    async ask(question) {
      if (slots.full) throw busy();
      const answer = await slots.take(() => read(pool, question, timeoutMs));
      if (answer.ok) return answer.text ?? question.text;
      throw new HttpProblem(answer.refusal);
    },
    close: () => pool.destroy(),
  };
}

async function read(
  pool: Piscina<DocumentQuestion, DocumentAnswer>,
  question: DocumentQuestion,
  timeoutMs: number,
): Promise<DocumentAnswer> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    return await pool.run(question, { signal });
  } catch (fault) {
    if (!signal.aborted && !outOfMemory(fault)) throw fault;
    // The next document must not pay for the start of the thread that takes the place of the ended one.
    await warm(pool);
    throw tooHeavy();
  }
}

/** Resolves when a free thread has answered a first question. */
async function warm(pool: Piscina<DocumentQuestion, DocumentAnswer>): Promise<void> {
  await pool.run({ ask: "scenario", text: "{}" });
}

function outOfMemory(fault: unknown): boolean {
  return fault instanceof Error && "code" in fault && fault.code === "ERR_WORKER_OUT_OF_MEMORY";
}

function tooHeavy(): HttpProblem {
  return new HttpProblem({
    status: 422,
    code: "document-too-heavy",
    title: "Document too heavy",
    detail: "Reading this document takes more time or memory than this server spends on one.",
  });
}

function busy(): HttpProblem {
  return new HttpProblem({
    status: 429,
    code: "readers-busy",
    title: "Too many documents",
    detail: "Every reader of documents is busy. Try again shortly.",
    retryAfterSeconds: 2,
  });
}
