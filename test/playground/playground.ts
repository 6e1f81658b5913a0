/// <reference lib="dom" />
import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import type { PlaygroundState } from "../../packages/playground/src/link/state.ts";
import { linkOf } from "../../packages/playground/src/link/link.ts";
import { serveFolder, startChromium, watch, type ServedFolder } from "./browser.ts";
import { builtPage } from "./built-page.ts";

/** What a test opens the page with. */
export interface OpenOptions {
  /** What is written on it; nothing for the first example. */
  readonly state?: PlaygroundState;
  readonly width?: number;
  readonly height?: number;
  /** The script of another language server. */
  readonly languageWorker?: string;
  /** Behind the address. */
  readonly fragment?: string;
}

/** Building and starting take long on a machine that is busy with other things. */
const startLimit = 120_000;

/** One Chromium for a file of tests, and a page of its own for each. */
export function playgroundTests(): { open(options?: OpenOptions): Promise<Playground> } {
  let browser: Browser;
  let served: ServedFolder;
  let context: BrowserContext;
  beforeAll(async () => {
    const { folder } = await builtPage();
    [browser, served] = await Promise.all([startChromium(), serveFolder(folder)]);
    // What one page has loaded, the next one has, too.
    context = await browser.newContext();
  }, startLimit);
  afterAll(async () => {
    await browser?.close();
    await served?.close();
  });
  return { open: (options = {}) => Playground.open(context, served.origin, options) };
}

/** The playground in a browser. */
export class Playground {
  readonly page: Page;
  readonly #wrong: readonly string[];

  private constructor(page: Page, wrong: readonly string[]) {
    this.page = page;
    this.#wrong = wrong;
  }

  static async open(
    context: BrowserContext,
    origin: string,
    { state, width = 1366, height = 768, fragment = "", languageWorker }: OpenOptions,
  ): Promise<Playground> {
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    await page.setViewportSize({ width, height });
    const wrong = watch(page, origin);
    if (languageWorker !== undefined) {
      await page.route(`${origin}/language-worker.js`, (route) =>
        route.fulfill({ contentType: "text/javascript", body: languageWorker }),
      );
    }
    const link = state === undefined ? fragment : await linkOf(state);
    await page.goto(`${origin}/${link}`);
    const playground = new Playground(page, wrong);
    await playground.editor("Policy").waitFor();
    return playground;
  }

  /** Closes it, and gives what went wrong: errors in its console, and requests to anybody else. */
  async close(): Promise<readonly string[]> {
    await this.page.close();
    return this.#wrong;
  }

  /** An editor, by what it is called. */
  editor(label: string): Locator {
    return this.page.getByRole("textbox", { name: label, exact: true });
  }

  /** The text of an editor, without what is shown between its words. */
  async text(label: string): Promise<string> {
    return this.editor(label).evaluate((content: HTMLElement) =>
      [...content.querySelectorAll(".cm-line")]
        .map((line) => {
          const copy = line.cloneNode(true) as HTMLElement;
          for (const words of copy.querySelectorAll(".tp-words, .cm-widgetBuffer")) words.remove();
          return copy.textContent;
        })
        .join("\n"),
    );
  }

  /** Puts a text in the place of that of an editor. */
  async write(label: string, text: string): Promise<void> {
    await this.editor(label).click();
    await this.page.keyboard.press("ControlOrMeta+a");
    await this.page.keyboard.insertText(text);
  }

  /** Puts the cursor behind a part of the text of an editor. */
  async cursorBehind(label: string, part: string): Promise<void> {
    await this.editor(label).evaluate((content: HTMLElement, wanted: string) => {
      for (const line of content.querySelectorAll(".cm-line")) {
        const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
        const at = (line.textContent ?? "").indexOf(wanted);
        if (at < 0) continue;
        let rest = at + wanted.length;
        for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
          const length = node.textContent?.length ?? 0;
          if (rest <= length) {
            content.focus();
            getSelection()?.collapse(node, rest);
            return;
          }
          rest -= length;
        }
      }
      throw new Error(`The editor does not have ${wanted}.`);
    }, part);
    // The editor reads the selection of the browser a moment later.
    await this.page.waitForTimeout(50);
  }

  /** Pastes a text in the place of that of an editor. */
  async paste(label: string, text: string): Promise<void> {
    await this.editor(label).click();
    await this.page.keyboard.press("ControlOrMeta+a");
    await this.page.evaluate((pasted) => {
      const data = new DataTransfer();
      data.setData("text/plain", pasted);
      const event = { clipboardData: data, bubbles: true, cancelable: true };
      document.activeElement?.dispatchEvent(new ClipboardEvent("paste", event));
    }, text);
  }

  /** Chooses an example by its title. */
  async example(title: string): Promise<void> {
    await this.page.getByRole("button", { name: "Examples" }).click();
    const item = this.page.getByRole("menuitem");
    await item.filter({ has: this.page.getByText(title, { exact: true }) }).click();
  }

  /** Waits until what is written stands in the address. */
  async kept(): Promise<string> {
    const hash = (): string => location.hash;
    let last = "";
    for (let now = await this.page.evaluate(hash); now !== last || !now.startsWith("#v1.");) {
      last = now;
      await this.page.waitForTimeout(700);
      now = await this.page.evaluate(hash);
    }
    return last;
  }

  /** Shows a pane. */
  async pane(name: string): Promise<Locator> {
    await this.page.getByRole("tab", { name, exact: true }).click();
    return this.page.getByRole("tabpanel");
  }

  /** What is said of the findings in the policy. */
  get found(): Locator {
    return this.page.locator(".tp-found-summary");
  }

  /** Notes each text that a part of the page has from now on; gives those so far, without repetitions. */
  async texts(selector: string): Promise<() => Promise<readonly string[]>> {
    const seen = await this.page.evaluateHandle((part: string) => {
      const texts: string[] = [];
      const look = (): void => {
        const text = document.querySelector(part)?.textContent?.trim() ?? "";
        if (texts.at(-1) !== text) texts.push(text);
      };
      const changes = { subtree: true, childList: true, characterData: true };
      new MutationObserver(look).observe(document.body, changes);
      look();
      return texts;
    }, selector);
    return () => seen.jsonValue();
  }

  /** Waits for a text to be on the page. */
  async says(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).first().waitFor();
  }
}
