import { CALLS, type Workbench } from "./workbench.ts";

/** A state of the page that a person can meet. States follow one another: each begins where the one before it ended. */
export interface WorkbenchState {
  readonly name: string;
  readonly enter: (bench: Workbench) => Promise<void>;
  /** What has to be closed before the next state. */
  readonly leave?: (bench: Workbench) => Promise<void>;
}

const closed = async ({ page }: Workbench) => {
  await page.keyboard.press("Escape");
  await page.locator("[role=dialog], [role=menu]").waitFor({ state: "detached" });
};

const menu = (name: string, item: RegExp): WorkbenchState => ({
  name: `the menu ${name}`,
  enter: async ({ page }) => {
    await page.getByRole("button", { name, exact: true }).click();
    await page.getByRole("menuitem", { name: item }).first().waitFor();
  },
  leave: closed,
});

const dialog = (button: string, title: string): WorkbenchState => ({
  name: `the dialog ${title}`,
  enter: async ({ page }) => {
    await page.getByRole("button", { name: button, exact: true }).click();
    await page.getByRole("dialog", { name: title }).waitFor();
  },
  leave: closed,
});

const trace = (name: string, enter: WorkbenchState["enter"]): WorkbenchState => ({
  name,
  enter: async (bench) => {
    await bench.side("Trace");
    await enter(bench);
  },
});

const documents = (name: string, enter: WorkbenchState["enter"]): WorkbenchState => ({
  name,
  enter: async (bench) => {
    await bench.side("Edit");
    await enter(bench);
  },
});

const detail = (tab: string | RegExp, name = `${tab} of a call`) => trace(name, (bench) => bench.detail(tab));

const openScenario = async (bench: Workbench, scenario: object) => {
  await bench.drop("scenario.json", JSON.stringify({ version: 1, ...scenario }));
  await bench.opened.getByText("open as a draft").waitFor();
};

const handler = (body: string) => `local flow = Flow.new("h")
flow:step("s", function(ctx)
${body}
end)
return flow
`;

const OUTCOMES = {
  name: "Every outcome of a reference",
  about: "One input for each way in which a reference can end.",
  calls: JSON.stringify([
    { id: "call_1", function: { name: "look_up", arguments: '{"town":"Oslo","list":["a","b"],"nothing":null}' } },
    { id: "call_1", function: { name: "look_up", arguments: '{town: "Oslo"}' } },
    { id: "", function: { name: "lookup", arguments: "{}" } },
    "not a call",
  ]),
  tools: {
    tools: {
      look_up: {
        flow: "look_up.lua",
        input: {
          found: "arguments.town",
          null_value: "arguments.nothing",
          missing: "arguments.city",
          wrong_container: "arguments.town.name",
          beyond: "arguments.list.2",
          dots: "ctx.user.",
          no_context_key: "ctx.usr.name",
          literal: "localle",
          bare: "locale",
          whole: "ctx.user",
          tool_name: "tool_call_id",
          number: 3,
          nested: { first: "arguments.list.0", deeper: { last: "call.nam" } },
        },
      },
    },
  },
  context: { locale: "nb", user: { name: "Ada", private_note: "do not tell" } },
  flows: { "look_up.lua": handler('  log("warn", "looked up", ctx.found)\n  return { seen = ctx.whole }') },
};

const FAILURE = {
  name: "A handler that fails",
  calls: CALLS('{"to":"ada@example.org"}', "send_mail"),
  tools: { tools: { send_mail: { flow: "mail.lua", input: { to: "arguments.to", key: "ctx.mail_key" } } } },
  context: { copy: "canary-of-the-states" },
  secrets: { mail_key: "canary-of-the-states", pin: "12" },
  flows: { "mail.lua": handler('  log("error", "refused")\n  error("refused for " .. ctx.key)') },
};

const STOPPED_STEP = {
  name: "A step that published nothing",
  calls: [...JSON.parse(CALLS("{}", "unmapped")), ...JSON.parse(CALLS("{}", "later"))],
  tools: { on_error: "fail_fast", tools: { later: { flow: "l.lua" } } },
  options: { on_error: "fail_fast" },
  flows: { "l.lua": handler("  return {}") },
};

const LOG = [
  { role: "user", content: "weather?" },
  { role: "assistant", tool_calls: JSON.parse(CALLS('{"town":"Oslo"}', "get_weather")) },
  { role: "tool", tool_call_id: "call_1", content: "rain" },
  { role: "assistant", tool_calls: JSON.parse(CALLS('{"town":"Bergen"}', "get_wether")) },
];

/** A server that does as the state asks. */
const server = (bench: Workbench, answer: "silent" | "busy" | "away") =>
  bench.page.route("**/api/runs", async (route) => {
    if (answer === "busy")
      await route.fulfill({ status: 429, json: { code: "queue-full", detail: "Every worker is busy." } });
    if (answer === "away") await route.abort("connectionrefused");
  });

const onServer = async (bench: Workbench, answer: "silent" | "busy" | "away") => {
  await server(bench, answer);
  await bench.page.getByRole("radio", { name: "Server" }).check();
  await bench.page.getByRole("button", { name: "Run on the server" }).click();
};

const honest = (bench: Workbench) => bench.page.unroute("**/api/runs");

/** Everything that `design/workbench.md` §2–§6 names, in an order in which one leads to the next. */
export const STATES: readonly WorkbenchState[] = [
  { name: "first visit", enter: async () => {} },
  detail(/^Result/),
  detail("Message"),
  detail("Steps"),
  detail(/^Log/),
  detail("Raw"),
  trace("the reply to a provider", (bench) => bench.detail("Reply")),
  trace("what the model sees", (bench) => bench.detail("What the model sees")),
  menu("Examples", /Orders/),
  menu("Export", /zip/),
  dialog("Keyboard", "Keyboard"),
  trace("every outcome of a reference", async (bench) => {
    await openScenario(bench, OUTCOMES);
    await bench.input("no_context_key").waitFor();
  }),
  trace("arguments that are not JSON", (bench) => bench.call(1).getByRole("button").click()),
  trace("a tool that is not mapped", (bench) => bench.call(2).getByRole("button").click()),
  trace("a result that is the whole context", async (bench) => {
    await bench.call(0).getByRole("button").click();
    await bench.detail(/^Result/);
  }),
  documents("problems of the calls, with fixes", async (bench) => {
    await bench.document("Calls");
    await bench.page.getByRole("list", { name: "Problems" }).waitFor();
  }),
  documents("a conversation of two turns", async (bench) => {
    await bench.drop("log.json", JSON.stringify(LOG));
    await bench.side("Edit");
    await bench.page.getByRole("combobox", { name: "Turn" }).waitFor();
  }),
  menu("Paste as", /Anthropic/),
  trace("an error card", async (bench) => {
    await openScenario(bench, FAILURE);
    await bench.said.getByText("failed").waitFor();
    await bench.detail(/^Result/);
    await bench.page.getByRole("region", { name: "The handler failed" }).waitFor();
  }),
  menu("Drafts", /Forget/),
  trace("where a secret went", (bench) => bench.detail("What the model sees")),
  documents("secrets with warnings", async (bench) => {
    await bench.document("Secrets");
    await bench.page.getByRole("textbox", { name: "Value" }).first().fill("canary-of-the-states");
    await bench.page.getByRole("textbox", { name: "Value" }).last().fill("12");
    await bench.page.getByRole("textbox", { name: /^Origins/ }).fill("not an origin");
  }),
  documents("a handler", (bench) => bench.document("mail.lua")),
  documents("a document that cannot be read", async (bench) => {
    await bench.drop("broken.json", '[{"id": "call_1", "name": }]');
    await bench.side("Edit");
    await bench.document("Calls");
    await bench.page.getByRole("list", { name: "Problems" }).waitFor();
  }),
  trace("results that belong to the text before", (bench) => bench.said.getByText("cannot be read").waitFor()),
  {
    name: "sharing what looks like credentials",
    enter: async (bench) => {
      await bench.drop("calls.json", CALLS(`{"to":"sk-proj-${"a1B2".repeat(10)}"}`, "send_mail"));
      await bench.page.getByRole("button", { name: "Share" }).click();
      await bench.page.getByText("looks like credentials").waitFor();
    },
  },
  {
    name: "a link that was made, and one that is stored",
    enter: async ({ page }) => {
      await page.getByRole("checkbox", { name: "Share it all the same" }).check();
      await page.getByRole("button", { name: "Make the link" }).click();
      await page.getByRole("textbox", { name: "Link", exact: true }).waitFor();
      await page.getByRole("button", { name: "Store on the server" }).click();
      await page.getByRole("button", { name: "Delete it again" }).waitFor();
    },
    leave: async (bench) => {
      await bench.page.getByRole("button", { name: "Delete it again" }).click();
      await bench.page.getByText("is deleted").waitFor();
      await closed(bench);
    },
  },
  trace("a step that published nothing", async (bench) => {
    await openScenario(bench, STOPPED_STEP);
    await bench.said.getByText("The step failed").waitFor();
    await bench.detail("Published");
    await bench.page.getByRole("region", { name: /published nothing/ }).waitFor();
  }),
  trace("a call that was not run", async (bench) => {
    await bench.call(1).getByRole("button").click();
    await bench.detail(/^Result/);
  }),
  trace("a run on the server that goes on", async (bench) => {
    await bench.example(/^Weather/);
    await bench.settled();
    await onServer(bench, "silent");
    await bench.page.getByRole("button", { name: "Stop" }).waitFor();
  }),
  trace("a run that was stopped", async (bench) => {
    await bench.page.getByRole("button", { name: "Stop" }).click();
    await bench.page.getByRole("button", { name: "Stop" }).waitFor({ state: "detached" });
    await honest(bench);
  }),
  trace("a server that is busy", async (bench) => {
    await onServer(bench, "busy");
    await bench.said.getByText(/busy/).waitFor();
    await honest(bench);
  }),
  trace("a server that is not there", async (bench) => {
    await onServer(bench, "away");
    await bench.said.getByText(/does not answer/).waitFor();
    await honest(bench);
  }),
  trace("results of the server that the documents left behind", async (bench) => {
    await bench.page.getByRole("button", { name: "Run on the server" }).click();
    await bench.said.getByText("on the server").waitFor();
    await bench.drop("calls.json", CALLS('{"town":"Oslo"}', "get_weather"));
    await bench.said.getByText("changed since").waitFor();
  }),
  trace("a handler that does not end", async (bench) => {
    await bench.page.getByRole("radio", { name: "Browser" }).check();
    await bench.example(/never ends/);
    await bench.settled();
    await bench.detail(/^Result/);
  }),
  trace("a main flow with its children", async (bench) => {
    await bench.example(/[Aa]gent/);
    await bench.page.getByRole("heading", { name: "Phase 1" }).first().waitFor();
    await bench.settled();
  }),
  {
    name: "the history with a difference",
    enter: async (bench) => {
      await bench.example(/^Weather/);
      await bench.settled();
      await bench.drop("calls.json", CALLS('{"city":"Oslo","units":"kelvin"}', "get_weather"));
      await bench.said.getByText(/The call succeeded/).waitFor();
      await bench.page.getByRole("button", { name: "History" }).click();
      await bench.page.getByText(/differs?;/).waitFor();
    },
  },
  trace("an old run", async ({ page }) => {
    await page
      .getByRole("button", { name: /^Open run/ })
      .nth(1)
      .click();
    await page.getByRole("region", { name: "Old run" }).waitFor();
  }),
  {
    name: "documents of an old run",
    enter: async ({ page }) => {
      await page.getByRole("button", { name: "Restore its documents" }).click();
      await page.getByRole("region", { name: "Set aside" }).waitFor();
    },
  },
  trace("no calls at all", async (bench) => {
    await openScenario(bench, { name: "", calls: [], tools: { tools: {} }, flows: {} });
    await bench.page.getByText("No tool calls yet").waitFor();
  }),
  {
    name: "a browser whose storage is full",
    enter: async (bench) => {
      await bench.page.evaluate(() => {
        Storage.prototype.setItem = () => {
          throw new DOMException("full", "QuotaExceededError");
        };
      });
      await bench.drop("calls.json", CALLS("{}", "not_kept"));
      await bench.page.getByRole("status", { name: "Storage" }).waitFor();
    },
  },
  {
    name: "a trace in a frame",
    enter: async ({ page }) => {
      await page.goto("/?embed=1");
      await page.getByRole("table", { name: "Tool calls" }).waitFor();
    },
  },
];
