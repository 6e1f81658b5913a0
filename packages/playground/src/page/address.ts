import { effectScope, watch } from "vue";
import type { PlaygroundState } from "../link/state.ts";
import type { Session } from "./session.ts";

/** The time without changes before the state is written into the address, in milliseconds. Browsers limit how often. */
const pause = 300;

/** Keeps all that is written in the fragment of the page's address, so that a reload and Back lead to it. */
export class Address {
  readonly #session: Session;
  readonly #scope = effectScope(true);
  /** Files of a project are read again by a reload, until something is written on the page. */
  readonly #files: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isTooLong = false;

  constructor(session: Session) {
    this.#session = session;
    const isLocal = /^#local(?:\.|$)/.test(location.hash);
    this.#files = isLocal ? textsOf(session.snapshot()) : undefined;
    this.#scope.run(() =>
      watch(
        () => session.snapshot(),
        () => this.#later(),
      ),
    );
  }

  /** Writes the state as it is now. */
  async keep(): Promise<void> {
    clearTimeout(this.#timer);
    const state = this.#session.snapshot();
    if (textsOf(state) === this.#files) return;
    const { linkOf } = await import("../link/link.ts");
    const fragment = await linkOf(state);
    if (fragment === "") this.#sayTooLong();
    this.#isTooLong = fragment === "";
    if (fragment === "" || fragment === location.hash) return;
    history.replaceState(history.state, "", fragment);
  }

  /** Begins an entry of the history, so that Back leads to what is written now. */
  async begin(): Promise<void> {
    await this.keep();
    history.pushState(history.state, "", location.href);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#scope.stop();
  }

  #later(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.keep(), pause);
  }

  #sayTooLong(): void {
    if (this.#isTooLong) return;
    const text = "This is too much for the address of the page: a reload loses it.";
    this.#session.say({ text, isError: true });
  }
}

/** Returns what is written, without how it is shown. */
function textsOf(state: PlaygroundState): string {
  return JSON.stringify({ ...state, pane: undefined, form: undefined });
}
