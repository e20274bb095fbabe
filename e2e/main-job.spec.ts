import { expect, test } from "./playground.ts";
import { CALLS, Workbench } from "./workbench.ts";

test("a first visit shows a result without a click", async ({ page }) => {
  const bench = new Workbench(page);
  await bench.open();
  await expect(page).toHaveTitle("Tool Dispatch Playground");
  await expect(bench.call(0)).toContainText("succeeded");
  await expect(bench.call(1)).toContainText("failed");
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
});

test("a missing key names itself and its neighbours", async ({ page }) => {
  const bench = new Workbench(page);
  await bench.open();
  const row = bench.input("city");
  await expect(row.getByRole("button", { name: /city not found/ })).toBeVisible();
  await expect(row).toContainText("no key city");
  await expect(row).toContainText("town");
  await expect(row.getByRole("cell").last()).toHaveText("null");
});

test("a fix writes the reference into Tools, and the call succeeds", async ({ page }) => {
  const bench = new Workbench(page);
  await bench.open();
  await bench.input("city").getByRole("button", { name: "Use arguments.town" }).click();
  await expect(bench.input("city").getByRole("cell").last()).toHaveText('"Oslo"');
  await expect(bench.call(1)).toContainText("succeeded");
});

test("typing in Calls changes a station and then the result", async ({ page }) => {
  const bench = new Workbench(page);
  await bench.open();
  await bench.write("Calls", "Calls", CALLS('{"city":"Berlin","units":"kelvin"}', "get_weather"));
  await expect(bench.input("units").getByRole("button", { name: /units found/ })).toContainText('"kelvin"');
  await bench.detail("Result");
  await expect(page.getByRole("region", { name: "Result", exact: true })).toContainText('"units": "kelvin"');
});

test("a provider's whole answer can be pasted, and its arguments are found in it", async ({ page }) => {
  const bench = new Workbench(page);
  await bench.open();
  const answer = {
    id: "msg_1",
    role: "assistant",
    content: [
      { type: "text", text: "Let me look." },
      { type: "tool_use", id: "toolu_1", name: "get_weather", input: { city: "Oslo", units: "metric" } },
    ],
  };
  await bench.write("Calls", "Calls", JSON.stringify(answer, null, 2));
  await expect(bench.call(0)).toContainText("toolu_1");
  await expect(bench.call(0)).toContainText("succeeded");
  await bench
    .input("city")
    .getByRole("button", { name: /city found/ })
    .hover();
  await expect(page.locator(".monaco-editor [class*=marked]").first()).toBeVisible();
});

test("a handler error shows redacted text and its line, and marks the editor", async ({ page }) => {
  const bench = new Workbench(page);
  await bench.open();
  await bench.document("Secrets");
  await page.getByRole("button", { name: "Add a secret" }).click();
  await page.getByRole("textbox", { name: "Key" }).fill("api_key");
  await page.getByRole("textbox", { name: "Value" }).fill("canary-7741-secret");
  await bench.write(
    "weather.lua",
    "Handler flow weather.lua",
    'local flow = Flow.new("w")\nflow:step("s", function(ctx)\n  error("refused for " .. ctx.api_key)\nend)\nreturn flow\n',
  );
  await bench.detail(/^Result/);
  const card = page.getByRole("region", { name: "The handler failed" });
  await expect(card).toContainText("refused for [REDACTED]");
  await expect(card.getByRole("button", { name: "weather.lua:3" })).toBeVisible();
  await expect(page.locator(".squiggly-error").first()).toBeVisible();
  expect(await page.content()).not.toContain("canary-7741-secret");
});

test("an endless loop is stopped, its sibling runs, and the next edit runs", async ({ page }) => {
  const bench = new Workbench(page);
  await bench.open();
  await bench.example(/never ends/);
  await expect(bench.call(0)).toContainText("failed");
  await expect(bench.call(1)).toContainText("succeeded");
  await bench.detail(/^Result/);
  await expect(page.getByRole("region", { name: "The handler failed" })).toContainText("instruction budget");
  await bench.write(
    "search.lua",
    "Handler flow search.lua",
    'local flow = Flow.new("s")\nflow:step("x", function() return { tool_result_value = "found it" } end)\nreturn flow\n',
  );
  await expect(bench.call(0)).toContainText("succeeded");
});

test("an unreadable document keeps the last results, and says so with its place", async ({ page }) => {
  const bench = new Workbench(page);
  await bench.open();
  await bench.write("Context", "Context", '{\n  "user": {,\n}');
  await expect(bench.said).toContainText("Context cannot be read at 2:12");
  await expect(bench.input("reader").getByRole("cell").last()).toHaveText('"Ada"');
  await bench.write("Context", "Context", '{"user":{"name":"Grace"}}');
  await expect(bench.input("reader").getByRole("cell").last()).toHaveText('"Grace"');
});

test("the share link opens elsewhere with identical results and holds no secret", async ({ page, browser }) => {
  const bench = new Workbench(page);
  await bench.open();
  await bench.document("Secrets");
  await page.getByRole("button", { name: "Add a secret" }).click();
  await page.getByRole("textbox", { name: "Key" }).fill("api_key");
  await page.getByRole("textbox", { name: "Value" }).fill("canary-5512-secret");
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("button", { name: "Make the link" }).click();
  const link = await page.getByRole("textbox", { name: "Link" }).inputValue();
  expect(link).toContain("#s=1.");
  await page.getByRole("button", { name: "Close" }).click();
  const here = await bench.published();

  const other = await browser.newContext();
  try {
    const elsewhere = new Workbench(await other.newPage());
    await elsewhere.page.goto(link);
    await elsewhere.settled();
    expect(await elsewhere.published()).toBe(here);
    await elsewhere.document("Secrets");
    await expect(elsewhere.page.getByRole("textbox", { name: "Key" })).toHaveValue("api_key");
    await expect(elsewhere.page.getByRole("textbox", { name: "Value" })).toHaveValue("");
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(stored + link).not.toContain("canary-5512-secret");
  } finally {
    await other.close();
  }
});

test("the server gives the same output as the browser", async ({ page }) => {
  const bench = new Workbench(page);
  await bench.open();
  const inBrowser = await bench.published();
  await page.getByRole("radio", { name: "Server" }).check();
  await page.getByRole("button", { name: "Run on the server" }).click();
  await expect(bench.said).toContainText("on the server");
  expect(await bench.published()).toBe(inBrowser);
});

test("a reload loses nothing", async ({ page }) => {
  const bench = new Workbench(page);
  await bench.open();
  await bench.write("Context", "Context", '{"user":{"name":"Hedy"}}');
  await expect(bench.input("reader").getByRole("cell").last()).toHaveText('"Hedy"');
  await page.reload();
  await bench.settled();
  await expect(bench.input("reader").getByRole("cell").last()).toHaveText('"Hedy"');
});

test("a main flow shows its steps by phases, and a warning stands at its line while typing", async ({ page }) => {
  const bench = new Workbench(page);
  await bench.open();
  await bench.example(/[Aa]gent/);
  await expect(page.getByRole("heading", { name: "Phase 1" }).first()).toBeVisible();
  await bench.write(
    "main.lua",
    "Handler flow main.lua",
    'local flow = Flow.new("w")\nflow:step("one", function(ctx)\n  return { a = footer }\nend)\nreturn flow\n',
  );
  await expect(page.getByRole("list", { name: "Problems" })).toContainText("footer is not defined");
  await expect(page.locator(".squiggly-warning").first()).toBeVisible();
  await expect(bench.said).toContainText("The flow succeeded");
});

test("a missing exchange is shown ready to copy, and answers once it is pasted", async ({ page }) => {
  const bench = new Workbench(page);
  await bench.open();
  await bench.example(/[Aa]gent/);
  await bench.write(
    "main.lua",
    "Handler flow main.lua",
    `local flow = Flow.new("ask")
flow:step("ask", nodes.llm({ prompt = "Hello?", output_key = "m", api_key = "k" }))
return flow
`,
  );
  await bench.write("Exchanges", "Exchanges", "[]");
  await expect(page.getByRole("region", { name: "Step ask failed" })).toContainText("exchange");
  await expect(page.getByText("Request: ")).toBeVisible();
  const answer = { choices: [{ message: { role: "assistant", content: "Hi there" } }] };
  const exchange = { match: { node: "llm" }, response: { status: 200, body: answer } };
  await bench.write("Exchanges", "Exchanges", JSON.stringify([exchange], null, 2));
  await expect(bench.said).toContainText("The flow succeeded");
  expect(await bench.published()).toContain("Hi there");
});

test("a tool that is not mapped: its call names the tool that was probably meant, and a click renames it", async ({
  page,
}) => {
  const workbench = new Workbench(page);
  await workbench.open();
  await workbench.drop("calls.json", CALLS('{"city":"Oslo"}', "get_wether"));
  await expect(workbench.call(0)).toContainText("unsupported");
  const inputs = page.getByRole("tabpanel", { name: /^Inputs/ });
  await expect(inputs).toContainText('No tool is called "get_wether". Did you mean get_weather?');
  await inputs.getByRole("button", { name: "Rename to get_weather" }).click();
  await expect(workbench.call(0)).toContainText("succeeded");
});

test("[workbench §4] an error card: whose call it is, the input it likely comes from, and a way to that input's row", async ({
  page,
}) => {
  const workbench = new Workbench(page);
  await workbench.open();
  await workbench.call(1).getByRole("button").click();
  await workbench.detail(/^Result/);
  const card = page.getByRole("region", { name: "The handler failed" });
  await expect(card).toContainText("Tool get_weather, call 1, id call_oslo");
  await expect(card).toContainText("Likely from the input city: arguments has no key city");
  await card.getByRole("button", { name: "Show the input" }).click();
  await expect(workbench.input("city").getByRole("button", { name: "arguments.city" })).toBeFocused();
});

test("[workbench §4] an error card says that a handler was stopped, and blames no input for it", async ({ page }) => {
  const workbench = new Workbench(page);
  await workbench.open();
  await workbench.example(/never ends/);
  await expect(workbench.said).toContainText("failed");
  const failed = page.getByRole("row").filter({ hasText: "failed" }).getByRole("button").first();
  await failed.click();
  await workbench.detail(/^Result/);
  const card = page.getByRole("region", { name: "The handler failed" });
  await expect(card).toContainText(/it was stopped when its (instructions were|time was) used up/);
  await expect(card).not.toContainText("Likely from");
});

test("[workbench §4] a secret shows as a lock with its name, wherever its value would stand", async ({ page }) => {
  const workbench = new Workbench(page);
  await workbench.open();
  const handler =
    'local f = Flow.new("m") f:step("s", function(ctx) return { tool_result_text = ctx.key } end) return f';
  const scenario = {
    version: 1,
    calls: CALLS("{}", "send_mail"),
    tools: { tools: { send_mail: { flow: "m.lua", input: { key: "ctx.mail_key", bare: "mail_key" } } } },
    secrets: { mail_key: "canary-9034-lock" },
    flows: { "m.lua": handler },
  };
  await workbench.drop("scenario.json", JSON.stringify(scenario));
  for (const row of ["key", "bare"]) {
    await expect(workbench.input(row).getByRole("cell").last()).toHaveText("secret mail_key");
    await expect(workbench.input(row)).not.toContainText("REDACTED");
  }
  await workbench.detail("What the model sees");
  await expect(page.getByRole("rowheader", { name: "secret mail_key" })).toBeVisible();
  expect(await page.content()).not.toContain("canary-9034-lock");
});
