import { describe, expect, it } from "vitest";
import { CANARY, runIn, SCENARIO, storeOf } from "../history/run-draft.testing.ts";
import { changedDocuments, type KeptRun, MOST_RUNS, remember, withPin } from "./kept-run.ts";

/** All text in a value, Maps included. */
const textIn = (value: unknown) =>
  JSON.stringify(value, (_key, one) => (one instanceof Map ? [...one] : typeof one === "bigint" ? `${one}` : one));

describe("runs that are kept", () => {
  it("[workbench 6] hold what ran, which document changed, and no value of a secret", async () => {
    const store = storeOf(SCENARIO);
    await runIn(store, 1);
    store.dispatch({ type: "document-edited", document: "calls", text: SCENARIO.calls.replace("Oslo", "Narvik") });
    await runIn(store, 2);
    const { history } = store.getState();
    expect(history.map(({ number, changed, run }) => [number, changed, run.result?.outcome])).toEqual([
      [1, ["first run"], "ok"],
      [2, ["Calls"], "ok"],
    ]);
    expect(history[0]?.draft.calls).toContain("Oslo");
    expect(textIn(history)).toContain("[REDACTED]");
    expect(textIn(history)).not.toContain(CANARY);
  });

  it("survive the opening of another draft, and can be restored without losing that one", async () => {
    const store = storeOf(SCENARIO);
    await runIn(store, 1);
    const other = storeOf({ ...SCENARIO, name: "other", calls: "my work", secrets: { token: "now" } });
    store.dispatch({ type: "draft-opened", draft: { ...other.getState().draft, id: "draft-2" } });
    store.dispatch({ type: "old-draft-restored", number: 1, id: "draft-3" });
    expect(store.getState().draft).toMatchObject({ id: "draft-3", calls: SCENARIO.calls });
    expect(store.getState().draft.secrets).toEqual([{ key: "token", value: "now" }]);
    store.dispatch({ type: "set-aside-taken-back" });
    expect(store.getState().draft).toMatchObject({ id: "draft-2", calls: "my work" });
    expect(store.getState().setAside).toEqual([]);
    expect(store.getState().history).toHaveLength(1);
  });

  it("are at most 50 beside the pinned ones, the newest of them", async () => {
    const store = storeOf(SCENARIO);
    await runIn(store, 1);
    const [first] = store.getState().history;
    if (first === undefined) throw new Error("no run was kept");
    let history: readonly KeptRun[] = withPin([first, { ...first, number: 2 }], 1, true);
    for (let number = 3; number <= 60; number++) history = remember(history, { ...first, number });
    expect(history).toHaveLength(MOST_RUNS + 1);
    expect(history.map((one) => one.number).slice(0, 3)).toEqual([1, 11, 12]);
  });
});

describe("which documents changed", () => {
  const { draft } = storeOf(SCENARIO).getState();
  it.each<[string, Partial<typeof draft>, readonly string[]]>([
    ["nothing", {}, []],
    ["texts", { tools: "x", context: "y" }, ["Tools", "Context"]],
    ["another value of a secret", { secrets: [{ key: "token", value: "other" }] }, ["Secrets"]],
    ["a flow edited", { flows: [{ name: "echo.lua", source: "" }] }, ["echo.lua"]],
    ["a flow renamed", { flows: [{ name: "new.lua", source: "" }] }, ["new.lua", "echo.lua (removed)"]],
    ["options", { rest: new Map() }, ["settings"]],
    ["another draft", { id: "draft-2", calls: "" }, ["another draft"]],
  ])("%s", (_name, change, changed) => {
    expect(changedDocuments(draft, { ...draft, ...change })).toEqual(changed);
  });
});
