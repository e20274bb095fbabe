import { describe, expect, test } from "vitest";
import { type Analysis, analyse } from "../store/analysis.ts";
import { type Draft, draftFromDocument } from "../store/draft.ts";
import { spotOfHop } from "../store/source-spots.ts";
import { initialState, reduce, type State } from "../store/state.ts";
import { createDesk } from "./desk-request.ts";
import { weighsMoreThan } from "./weighs.ts";

const ROWS = Array.from({ length: 5_000 }, (_, id) => ({ id, text: "x".repeat(50) }));
const LARGE: Draft = {
  ...draftFromDocument(new Map(), "d"),
  calls: '[{"id":"1","name":"echo","arguments":"{}"}]',
  tools:
    '{"tools":{"echo":{"flow":"e.lua","input":{"city":"ctx.user.city","late":"ctx.rows.4000.id","no":"ctx.usr"}}}}',
  context: JSON.stringify({ rows: ROWS, user: { city: "Oslo" } }),
  secrets: [{ key: "token", value: "x".repeat(50) }],
};

function documents(draft: Draft, previous?: Analysis, desk = createDesk()): Analysis {
  const answer = desk({ type: "documents", draft, ...(previous === undefined ? {} : { previous }) });
  if (!("views" in answer)) throw new Error("another answer");
  return structuredClone(answer);
}

const read = (state: State, draft: Draft, desk = createDesk()) =>
  reduce(
    { ...state, draft, reading: true },
    { type: "documents-read", draft, analysis: documents(draft, undefined, desk) },
  );

describe("[workbench §3] what the page gets of a large context", () => {
  test("is small, and says the same of every reference", () => {
    const whole = analyse(LARGE, undefined);
    const got = documents(LARGE);
    expect(got.context.value.outlined?.secretWarnings.length).toBeGreaterThan(0);
    expect(JSON.stringify(got.context.value.source)).toBeUndefined();
    for (const [index, one] of (whole.views[0]?.references ?? []).entries()) {
      const other = got.views[0]?.references[index];
      expect(other).toMatchObject({ key: one.key, reason: one.reason, message: one.message, value: one.value });
    }
  });

  test("knows where each hop stands in the text", () => {
    const whole = analyse(LARGE, undefined);
    const got = documents(LARGE);
    const [view, other] = [whole.views[0], got.views[0]];
    if (view === undefined || other === undefined) throw new Error("no call");
    for (const explanation of view.references) {
      for (const hop of explanation.hops.keys()) {
        const spot = spotOfHop(whole, view, explanation, hop);
        expect(spotOfHop(got, other, explanation, hop)).toEqual(spot);
      }
    }
  });

  test("is never resolved by: the next text is read beside the page too, however small", () => {
    const state = read(initialState(LARGE, "system"), LARGE);
    expect(state.reading).toBe(false);
    const edited = reduce(state, { type: "document-edited", document: "context", text: '{"user":{}}' });
    expect(edited.reading).toBe(true);
    const small = read(edited, edited.draft);
    expect(small.analysis.context.value.outlined).toBeUndefined();
    const again = reduce(small, { type: "document-edited", document: "context", text: "{}" });
    expect(again.reading).toBe(false);
    expect(again.analysis).toEqual(analyse(again.draft, undefined));
  });

  test("stays an outline while the present text cannot be read", () => {
    const desk = createDesk();
    documents(LARGE, undefined, desk);
    const got = documents({ ...LARGE, context: "{" }, undefined, desk);
    expect(got.context).toMatchObject({ stale: true, text: LARGE.context });
    expect(got.context.value.outlined).toBeDefined();
    expect(got.views[0]?.references[0]?.value).toBe("Oslo");
  });
});

describe("weighing values", () => {
  test.each([
    ["a longer text", ["x".repeat(101)], true],
    ["a shorter text", ["x".repeat(99)], false],
    ["texts below each other", [new Map([["a", ["x".repeat(60), "y".repeat(60)]]])], true],
    ["many values", [new Array(1_000).fill(null)], true],
    ["few values", [null, true, 1n, []], false],
  ])("%s against 100 characters", (_, values, more) => {
    expect(weighsMoreThan(values, 100)).toBe(more);
  });
});
