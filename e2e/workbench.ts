import type { Locator, Page } from "@playwright/test";

/** The page as a person uses it. */
export class Workbench {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }

  async open(hash = ""): Promise<void> {
    await this.page.goto(`/${hash}`);
    await this.settled();
  }

  /** The message of the newest settled run. */
  get said(): Locator {
    return this.page.getByRole("region", { name: "Run" }).getByRole("status");
  }

  async settled(): Promise<void> {
    await this.said.getByText(/succeeded|failed|Stopped/).waitFor();
  }

  async example(name: RegExp): Promise<void> {
    await this.page.getByRole("button", { name: "Examples" }).click();
    await this.page.getByRole("menuitem", { name }).click();
  }

  /** On a narrow page, the side that is shown. A wide page shows both. */
  async side(name: "Edit" | "Trace"): Promise<void> {
    const choice = this.page.getByRole("button", { name, exact: true });
    if (await choice.isVisible()) await choice.click();
  }

  async document(name: string): Promise<void> {
    const tabs = this.page.getByRole("tablist", { name: "Documents" });
    // Behind the name a tab may say how many faults there are.
    await tabs.getByRole("tab", { name: new RegExp(`^${name.replaceAll(".", "\\.")}`) }).click();
  }

  /** The text field of the document that is open. */
  editor(name: string): Locator {
    return this.page.getByRole("textbox", { name }).first();
  }

  /** Replaces the whole text of a document. */
  async write(tab: string, label: string, text: string): Promise<void> {
    await this.document(tab);
    await this.page.locator(".monaco-editor").first().waitFor();
    await this.editor(label).focus();
    await this.page.keyboard.press("ControlOrMeta+a");
    await this.paste(text);
  }

  /** Pastes into what has the focus, as a person does. */
  async paste(text: string): Promise<void> {
    await this.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await this.page.evaluate((content) => navigator.clipboard.writeText(content), text);
    await this.page.keyboard.press("ControlOrMeta+v");
  }

  /** Drops a file onto the middle of the page, as from a folder. */
  async drop(name: string, content: string, type = "application/json"): Promise<void> {
    const data = await this.page.evaluateHandle(
      ([file, text, kind]) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([text ?? ""], file ?? "", { type: kind ?? "" }));
        return transfer;
      },
      [name, content, type],
    );
    const main = this.page.getByRole("main");
    await main.dispatchEvent("dragover", { dataTransfer: data });
    await main.dispatchEvent("drop", { dataTransfer: data });
  }

  /** What the last file that was opened came to. */
  get opened(): Locator {
    return this.page.getByRole("status", { name: "Opened" });
  }

  /** The title of the open draft. */
  get title(): Locator {
    return this.page.getByRole("banner").locator("p").first();
  }

  /** Comes back to the draft of that name that was left last. */
  async keptDraft(name: RegExp): Promise<void> {
    await this.page.getByRole("button", { name: "Drafts" }).click();
    await this.page.getByRole("menuitem", { name }).first().click();
  }

  /** The row of one input in the reference table. */
  input(key: string): Locator {
    return this.page.getByRole("row").filter({ has: this.page.getByRole("rowheader", { name: key, exact: true }) });
  }

  async detail(tab: string | RegExp): Promise<void> {
    await this.page.getByRole("tab", { name: tab }).click();
  }

  call(index: number): Locator {
    return this.page
      .getByRole("table", { name: "Tool calls" })
      .getByRole("row")
      .nth(index + 1);
  }

  /** What was published, as text. */
  async published(): Promise<string> {
    return this.page
      .getByRole("region", { name: "Published", exact: true })
      .textContent()
      .then((text) => text ?? "");
  }
}

export const CALLS = (args: string, name = "echo") =>
  JSON.stringify([{ id: "call_1", type: "function", function: { name, arguments: args } }], null, 2);
