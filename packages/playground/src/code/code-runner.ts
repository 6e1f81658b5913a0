import { endlessHelp } from "@traffic-policy/policy-builder/code";
import { secondsText } from "@traffic-policy/policy-language/internal";
import type { BuiltPolicy, Problem } from "../work/messages.ts";
import { readResult } from "./read-result.ts";

export type CodeResult =
  | { readonly state: "built"; readonly policy: BuiltPolicy }
  /** The text is not TypeScript, throws, or takes too long; the place is in the text that ran. */
  | { readonly state: "refused"; readonly problem: Problem }
  /** A newer text replaced it, or the runner was closed. */
  | { readonly state: "replaced" };

interface CodeRunnerOptions {
  /** The element for the hidden frame; `document.body` by default. */
  readonly container?: HTMLElement;
  /** The URL of `code-frame.html`; next to this module by default. */
  readonly frame?: URL;
  /** How long a text may run, in milliseconds; 2000 by default. */
  readonly timeLimit?: number;
}

/** How long the frame may take to load, in milliseconds. */
const loadingLimit = 10_000;

const longest = 1_000_000;

interface Run {
  readonly id: number;
  readonly text: string;
  readonly settle: (result: CodeResult) => void;
}

/**
 * Runs policies in TypeScript in a worker in a sandboxed frame; only the policy gets out. Creates the frame on the
 * first run.
 */
export class CodeRunner {
  readonly #container: HTMLElement;
  readonly #url: URL;
  readonly #timeLimit: number;
  #frame: HTMLIFrameElement | undefined;
  #isReady = false;
  #run: Run | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #count = 0;

  constructor(options: CodeRunnerOptions = {}) {
    const { container, frame, timeLimit = 2000 } = options;
    this.#container = container ?? document.body;
    this.#url = frame ?? new URL("code-frame.html", import.meta.url);
    this.#timeLimit = timeLimit;
  }

  /** Runs a text; never rejects. The problem names the input `policy`. */
  run(text: string): Promise<CodeResult> {
    return new Promise((settle) => {
      this.#settle({ state: "replaced" });
      this.#run = { id: this.#count++, text, settle };
      if (text.length > longest) {
        const most = longest.toLocaleString("en");
        this.#refuse({
          message: `The policy has more than the ${most} characters that can be run.`,
        });
        return;
      }
      if (this.#frame === undefined) this.#open();
      if (this.#isReady) this.#send();
      else
        this.#limit(loadingLimit, {
          message: "The frame in which code runs did not load.",
          help: "Reload the page.",
        });
    });
  }

  close(): void {
    this.#settle({ state: "replaced" });
    this.#remove();
  }

  #open(): void {
    const frame = document.createElement("iframe");
    frame.hidden = true;
    frame.title = "Code of policies";
    frame.setAttribute("sandbox", "allow-scripts");
    frame.src = this.#url.href;
    this.#frame = frame;
    addEventListener("message", this.#listen);
    this.#container.append(frame);
  }

  #remove(): void {
    removeEventListener("message", this.#listen);
    // Whatever runs in it ends with it.
    this.#frame?.remove();
    this.#frame = undefined;
    this.#isReady = false;
  }

  readonly #listen = ({ source, data }: MessageEvent<unknown>): void => {
    if (source === null || source !== this.#frame?.contentWindow) return;
    if (data === "ready") {
      this.#isReady = true;
      this.#send();
      return;
    }
    const { id, result } = (data ?? {}) as { readonly id?: unknown; readonly result?: unknown };
    if (id !== this.#run?.id) return;
    this.#settle(readResult(result));
  };

  #send(): void {
    const run = this.#run;
    if (run === undefined) return;
    this.#limit(this.#timeLimit, {
      message: `It did not finish within ${secondsText(this.#timeLimit)}.`,
      help: endlessHelp,
    });
    const { id, text } = run;
    // A sandboxed frame has no origin that could be named.
    this.#frame?.contentWindow?.postMessage({ id, text }, "*");
  }

  /** Removes the frame after a time, which stops everything in it. */
  #limit(milliseconds: number, problem: Problem): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#remove();
      this.#refuse(problem);
    }, milliseconds);
  }

  #refuse(problem: Problem): void {
    this.#settle({ state: "refused", problem: { ...problem, input: "policy" } });
  }

  #settle(result: CodeResult): void {
    clearTimeout(this.#timer);
    const run = this.#run;
    this.#run = undefined;
    run?.settle(result);
  }
}
