import type { DataFile } from "./data-file.ts";
import { State } from "./state.ts";

interface Waiting {
  /** Makes the change in a copy of the state; throws before it changes anything. */
  make(draft: State): void;
  saved(): void;
  failed(error: unknown): void;
}

/** The state of one emulator. Requests change it one at a time. */
export class Store {
  #state = new State();
  readonly #file: DataFile | undefined;
  #waiting: Waiting[] = [];
  #saving: Promise<void> | undefined;
  #closed = false;

  constructor(file: DataFile | undefined) {
    this.#file = file;
  }

  /**
   * Reads the state from the file.
   *
   * @throws Error when the file cannot be read or is not a data file
   */
  async load(): Promise<void> {
    if (this.#file !== undefined) this.#state = await this.#file.read();
  }

  get state(): State {
    return this.#state;
  }

  /**
   * Changes the state after all changes requested before. A change counts once it is saved; when it throws or saving
   * fails, the state stays as it was. Changes that arrive while the file is being written are saved together.
   *
   * @param make - changes the state that it receives; it must throw before it changes anything
   */
  async change<T>(make: (state: State) => T): Promise<T> {
    if (this.#closed) throw new Error("it was closed");
    if (this.#file === undefined) return make(this.#state);
    return new Promise((resolve, reject) => {
      let result: T;
      this.#waiting.push({
        make: (draft) => {
          result = make(draft);
        },
        saved: () => resolve(result),
        failed: reject,
      });
      this.#saving ??= this.#saveAll();
    });
  }

  /** Waits for the pending changes, accepts no more, and releases the file. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#saving;
    await this.#file?.close();
  }

  async #saveAll(): Promise<void> {
    do await this.#saveWaiting();
    while (this.#waiting.length > 0);
    this.#saving = undefined;
  }

  async #saveWaiting(): Promise<void> {
    const draft = this.#state.copy();
    const made = this.#waiting.splice(0).filter((change) => {
      try {
        change.make(draft);
        return true;
      } catch (error) {
        change.failed(error);
        return false;
      }
    });
    if (made.length === 0) return;
    try {
      await this.#file?.write(draft);
      this.#state = draft;
      for (const { saved } of made) saved();
    } catch (error) {
      for (const { failed } of made) failed(error);
    }
  }
}
