import { describe, expect, test } from "vitest";
import { openText } from "./open-text.ts";

const open = (text: string) => openText(text, "one.json", "id");

describe("[11 §1] a file that is opened", () => {
  test("a scenario becomes a draft, named after its file when it has no name", () => {
    const opened = open('{"version":1,"calls":[],"tools":{},"flows":{"a.lua":"return 1"}}');
    expect(opened).toMatchObject({ ok: true, action: { type: "draft-opened", draft: { id: "id", title: "one" } } });
    expect(open('{"version":1,"name":"Mine","flows":{}}')).toMatchObject({ action: { draft: { title: "Mine" } } });
  });

  test.each(["[]", '{"version":"1","tools":[]}', '{"tools":[],"messages":[]}', '{"version":1}', "data: {}", "null"])(
    "%s is calls, as it stands",
    (text) => {
      expect(open(text)).toMatchObject({ ok: true, action: { type: "calls-pasted", text, choice: {} } });
    },
  );

  test.each(['{"version":2,"flows":{}}', '{"version":1.5,"flows":{}}', "", " \n"])(
    "%j opens nothing and says why",
    (text) => {
      expect(open(text)).toEqual({ ok: false, said: expect.stringContaining("Nothing was opened") });
    },
  );
});
