import type { DataFile } from "./data-file.ts";
import type { State } from "./state.ts";

/** The state of one emulator, changed by one request at a time. */
export class Store {
  #state: State;
  readonly #file: DataFile | undefined;
  #lastTurn: Promise<unknown> = Promise.resolve();

  constructor(state: State, file: DataFile | undefined) {
    this.#state = state;
    this.#file = file;
  }

  /** The state as it was saved last. */
  get state(): State {
    return this.#state;
  }

  /**
   * Changes the state after all changes asked for before. The change counts once it is saved; when
   * it throws, or saving fails, the state stays as it was.
   */
  change<T>(make: (state: State) => { readonly state: State; readonly result: T }): Promise<T> {
    const turn = this.#lastTurn.then(async () => {
      const { state, result } = make(this.#state);
      await this.#file?.write(state);
      this.#state = state;
      return result;
    });
    this.#lastTurn = turn.catch(() => undefined);
    return turn;
  }

  /** Waits for the changes asked for so far. */
  async settled(): Promise<void> {
    await this.#lastTurn;
  }
}
