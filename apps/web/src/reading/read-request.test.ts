import { describe, expect, it } from "vitest";
import { analyse } from "../store/analysis.ts";
import { type Draft, draftFromDocument } from "../store/draft.ts";
import { initialState, reduce, type State } from "../store/state.ts";
import { createReader } from "./read-request.ts";

const SMALL: Draft = {
  ...draftFromDocument(new Map(), "d"),
  calls: '[{"id":"1","name":"echo","arguments":"{\\"city\\":\\"Oslo\\"}"}]',
  tools: '{"tools":{"echo":{"flow":"echo.lua","input":{"city":"arguments.city","key":"ctx.key","n":"ctx.n.0"}}}}',
  context: '{"n":[9007199254740993]}',
};
const LARGE: Draft = { ...SMALL, context: `{"n":[1],"text":"${"x".repeat(300_000)}"}` };

/** What the page gets from the worker. */
const answer = (read: ReturnType<typeof createReader>, state: State) =>
  structuredClone(read(structuredClone({ draft: state.draft, previous: state.analysis })));

describe("[workbench §3] large documents", () => {
  it("are read in the worker as they would be in the page", () => {
    for (const draft of [SMALL, LARGE, { ...LARGE, calls: "[{" }]) {
      expect(structuredClone(createReader()({ draft }))).toEqual(analyse(draft, undefined));
    }
  });

  it("are not read in the page: the text before stays, and nothing runs by it", () => {
    const before = initialState(SMALL, "system");
    const state = reduce(before, { type: "document-edited", document: "context", text: LARGE.context });
    expect(state).toMatchObject({ reading: true, draft: { context: LARGE.context } });
    expect(state.analysis).toEqual({ ...before.analysis, runnable: false });
    const read = reduce(state, { type: "documents-read", draft: state.draft, analysis: answer(createReader(), state) });
    expect(read.reading).toBe(false);
    expect(read.analysis).toEqual(analyse(LARGE, undefined));
  });

  it("that changed in the meantime are not what an older reading says", () => {
    const old = reduce(initialState(SMALL, "system"), {
      type: "document-edited",
      document: "context",
      text: LARGE.context,
    });
    const newer = reduce(old, { type: "document-edited", document: "context", text: `${LARGE.context} ` });
    const late = { type: "documents-read", draft: old.draft, analysis: answer(createReader(), old) } as const;
    expect(reduce(newer, late)).toBe(newer);
    const small = reduce(newer, { type: "document-edited", document: "context", text: SMALL.context });
    expect(small.reading).toBe(false);
    expect(reduce(small, late)).toBe(small);
  });

  it("that cannot be read keep what was readable, in the page's memory or in the worker's", () => {
    const broken = `${LARGE.context}}`;
    const state = reduce(initialState(SMALL, "system"), { type: "document-edited", document: "context", text: broken });
    const read = createReader();
    expect(answer(read, state)).toMatchObject({ runnable: false, context: { stale: true, text: SMALL.context } });
    read({ draft: LARGE });
    expect(read({ draft: { ...LARGE, context: broken } }).context).toMatchObject({ stale: true, text: LARGE.context });
  });

  it("resolve anew when a secret changes, which no text tells", () => {
    const read = createReader();
    const reason = (draft: Draft) => read({ draft }).views[0]?.references.map((one) => one.reason);
    const without = reason(LARGE);
    expect(reason({ ...LARGE, secrets: [{ key: "key", value: "a-long-secret" }] })).not.toEqual(without);
    expect(reason(LARGE)).toEqual(without);
  });
});
