import type { BuiltPolicy, Problem } from "../work/messages.ts";

/** What comes of running a policy in TypeScript. */
export type CodeResult =
  | { readonly state: "built"; readonly policy: BuiltPolicy }
  /** It is not TypeScript, throws, or takes too long; the place is in the text that was run. */
  | { readonly state: "refused"; readonly problem: Problem }
  /** A newer text took its place, or the runner was closed. */
  | { readonly state: "replaced" };

/** How code is run. */
export interface CodeRunnerOptions {
  /** Where the hidden frame is put; `document.body` unless set. */
  readonly container?: HTMLElement;
  /** Where `code-frame.html` and `code-frame.js` are; beside this module, unless set. */
  readonly base?: URL;
  /** How long a text may run, in milliseconds; 2000 unless set. */
  readonly timeLimit?: number;
}

/**
 * Runs policies in TypeScript in a worker in a sandboxed frame, from which nothing gets out but the policy. The
 * frame is made for the first of them.
 */
export class CodeRunner {
  constructor(options: CodeRunnerOptions = {}) {
    throw new Error(`not there yet: ${options.timeLimit}`);
  }

  /** Never rejects. The problem names the input `policy`. */
  run(text: string): Promise<CodeResult> {
    throw new Error(`not there yet: ${text.length} ${String(this)}`);
  }

  /** Ends what runs, and removes the frame. */
  close(): void {}
}
