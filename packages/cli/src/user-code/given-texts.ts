import { receiveMessageOnPort, type MessagePort } from "node:worker_threads";
import type { GivenText } from "../file-text.ts";

/** Which texts stood in the place of files', state by state, on the thread of the loader's hooks. */
export class GivenTexts {
  readonly #port: MessagePort;
  readonly #history = new Map<string, { readonly state: number; readonly text?: string }[]>();
  #state = 0;

  /** @param port - gives lists of what was given and forgotten, before a module needs to know */
  constructor(port: MessagePort) {
    this.#port = port;
  }

  /** The text of a file in a state, if one was given. */
  of(file: string, state: number): string | undefined {
    this.#receive();
    return this.#history.get(file)?.findLast((change) => change.state <= state)?.text;
  }

  #receive(): void {
    for (;;) {
      const received = receiveMessageOnPort(this.#port);
      if (received === undefined) return;
      for (const { file, text } of received.message as readonly GivenText[]) {
        this.#state += 1;
        const history = this.#history.get(file) ?? [];
        history.push({ state: this.#state, ...(text === undefined ? {} : { text }) });
        this.#history.set(file, history);
      }
    }
  }
}
