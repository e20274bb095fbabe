import type { IDisposable, languages, editor as MonacoEditor, Position } from "monaco-editor/editor";
import { useEffect } from "react";
import { useApp } from "../../app-context.ts";
import { preview, typeLabel } from "../../results/preview.ts";
import type { State } from "../../store/state.ts";
import { monaco } from "../monaco.ts";
import { handlerContexts } from "./handler-contexts.ts";
import { completeContext, completeReference, referenceAt } from "./reference-help.ts";
import { callAt, SANDBOX_NAMES, sandboxName, signatureOf } from "./sandbox-functions.ts";
import type { PathStep } from "./value-paths.ts";

type Read = () => State;
type Model = MonacoEditor.ITextModel;

/** Hovers, completion and signatures, from what the page knows at that moment. */
export function useEditorHelp(): void {
  const { store } = useApp();
  useEffect(() => {
    const read = () => store.getState();
    const given = [...["json", "lua"].flatMap((language) => toolsHelp(language, read)), ...handlerHelp(read)];
    return () => {
      for (const one of given) one.dispose();
    };
  }, [store]);
}

function isTools(model: Model): boolean {
  return model.uri.path.endsWith("/tools");
}

function handlerFile(model: Model): string | undefined {
  return /\/flow\/(.+)$/.exec(model.uri.path)?.[1];
}

function toolsHelp(language: string, read: Read): readonly IDisposable[] {
  return [
    monaco.languages.registerHoverProvider(language, {
      provideHover(model, position) {
        if (!isTools(model)) return undefined;
        const found = referenceAt(read().analysis, model.getOffsetAt(position));
        if (found === undefined) return undefined;
        const lines = found.calls.map(
          ({ call, value, why }) => `call ${call}: ${code(value)}${why === undefined ? "" : `  \n${why}`}`,
        );
        return {
          range: rangeOf(model, found.range.start, found.range.end),
          contents: [{ value: code(found.reference) }, ...lines.map((value) => ({ value }))],
        };
      },
    }),
    monaco.languages.registerCompletionItemProvider(language, {
      triggerCharacters: [".", '"', "'"],
      provideCompletionItems(model, position) {
        if (!isTools(model)) return { suggestions: [] };
        const found = completeReference(read().analysis, model.getValue(), model.getOffsetAt(position));
        if (found === undefined) return { suggestions: [] };
        return { suggestions: suggestions(found.steps, rangeOf(model, found.from, model.getOffsetAt(position))) };
      },
    }),
  ];
}

function handlerHelp(read: Read): readonly IDisposable[] {
  return [
    monaco.languages.registerCompletionItemProvider("lua", {
      triggerCharacters: ["."],
      provideCompletionItems(model, position) {
        const file = handlerFile(model);
        if (file === undefined) return { suggestions: [] };
        const line = lineBefore(model, position);
        const found = completeContext(handlerContexts(read(), file), line);
        const start = { lineNumber: position.lineNumber, column: (found?.from ?? line.length) + 1 };
        const range = monaco.Range.fromPositions(start, position);
        if (found !== undefined) return { suggestions: suggestions(found.steps, range) };
        return { suggestions: /[.:]\w*$/.test(line) ? [] : sandboxSuggestions(model, position) };
      },
    }),
    monaco.languages.registerHoverProvider("lua", {
      provideHover(model, position) {
        const word = model.getWordAtPosition(position);
        const known = word === null || handlerFile(model) === undefined ? undefined : sandboxName(word.word);
        return known === undefined
          ? undefined
          : { contents: [{ value: code(signatureOf(known)) }, { value: known.about }] };
      },
    }),
    monaco.languages.registerSignatureHelpProvider("lua", {
      signatureHelpTriggerCharacters: ["(", ","],
      provideSignatureHelp(model, position) {
        const call = callAt(model.getLineContent(position.lineNumber), position.column - 1);
        const known = call === undefined ? undefined : sandboxName(call.name);
        if (call === undefined || known?.parameters === undefined) return undefined;
        const last = Math.max(0, known.parameters.length - 1);
        const signature = {
          label: signatureOf(known),
          documentation: known.about,
          parameters: known.parameters.map((label) => ({ label })),
        };
        const value = { signatures: [signature], activeSignature: 0, activeParameter: Math.min(call.argument, last) };
        return { value, dispose: () => {} };
      },
    }),
  ];
}

function suggestions(steps: readonly PathStep[], range: languages.CompletionItem["range"]): languages.CompletionItem[] {
  return steps.map(({ segment, value }, index) => ({
    label: { label: segment, description: preview(value, 40) },
    detail: typeLabel(value),
    insertText: segment,
    kind: monaco.languages.CompletionItemKind.Field,
    // In the order of the value, not of the alphabet.
    sortText: String(index).padStart(4, "0"),
    range,
  }));
}

function sandboxSuggestions(model: Model, position: Position): languages.CompletionItem[] {
  const word = model.getWordUntilPosition(position);
  const range = new monaco.Range(position.lineNumber, word.startColumn, position.lineNumber, word.endColumn);
  return SANDBOX_NAMES.map((one) => ({
    label: one.name,
    detail: signatureOf(one),
    documentation: one.about,
    insertText: one.name,
    kind:
      one.parameters === undefined
        ? monaco.languages.CompletionItemKind.Variable
        : monaco.languages.CompletionItemKind.Function,
    range,
  }));
}

function lineBefore(model: Model, position: Position): string {
  return model.getLineContent(position.lineNumber).slice(0, position.column - 1);
}

function rangeOf(model: Model, start: number, end: number) {
  return monaco.Range.fromPositions(model.getPositionAt(start), model.getPositionAt(end));
}

/** Text as code of Markdown, whatever backquotes it holds. */
function code(text: string): string {
  const fence = "`".repeat(Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length)) + 1);
  return `${fence} ${text} ${fence}`;
}
