import { effectScope, watch } from "vue";
import type { PlaygroundState } from "../link/state.ts";
import { leaveDraft } from "./draft.ts";
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
  #isClosed = false;
  /** True until the address of an entry of the history is its own. */
  #isEntryNew = false;
  /** The fragment of the page, also when the address is that of another page already. */
  #hash = location.hash;
  /** The state that the fragment holds. */
  #kept: string;
  readonly #leave = (): void => {
    for (const read of this.#session.readers) read();
    const state = this.#session.snapshot();
    const isNew = JSON.stringify(state) !== this.#kept && textsOf(state) !== this.#files;
    // What is too long was said to be lost.
    if (isNew && !this.#isTooLong) leaveDraft(this.#hash, state);
  };

  /** @param isKept - false if the address does not hold the state of the session */
  constructor(session: Session, isKept: boolean) {
    this.#session = session;
    this.#kept = isKept ? JSON.stringify(session.snapshot()) : "";
    const isLocal = /^#local(?:\.|$)/.test(location.hash);
    this.#files = isLocal ? textsOf(session.snapshot()) : undefined;
    this.#scope.run(() =>
      watch(
        () => session.snapshot(),
        () => this.#later(),
      ),
    );
    if (!isKept) this.#later();
    addEventListener("pagehide", this.#leave);
    addEventListener("hashchange", this.#moved);
  }

  readonly #moved = (): void => {
    this.#hash = location.hash;
  };

  /** Writes the state as it is now. */
  async keep(): Promise<void> {
    clearTimeout(this.#timer);
    const state = this.#session.snapshot();
    if (textsOf(state) === this.#files) return;
    const { linkOf } = await import("../link/link.ts");
    const fragment = await linkOf(state);
    if (fragment === "") this.#sayTooLong();
    this.#isTooLong = fragment === "";
    if (fragment === "" || this.#isClosed) return;
    this.#kept = JSON.stringify(state);
    if (fragment === location.hash) return;
    this.#isEntryNew = false;
    history.replaceState(history.state, "", fragment);
    this.#moved();
  }

  /** Begins an entry of the history, so that Back leads to what is written now. */
  async begin(): Promise<void> {
    await this.keep();
    history.pushState(history.state, "", location.href);
    this.#isEntryNew = true;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#isClosed = true;
    removeEventListener("pagehide", this.#leave);
    removeEventListener("hashchange", this.#moved);
    this.#leave();
    this.#scope.stop();
  }

  #later(): void {
    clearTimeout(this.#timer);
    // Back leads nowhere from an entry that has the address of the one before.
    this.#timer = setTimeout(() => void this.keep(), this.#isEntryNew ? 0 : pause);
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
