import { createApp, type App } from "vue";
import type { OpenedLink } from "../link/link.ts";
import type { PlaygroundState } from "../link/state.ts";
import { Address } from "./address.ts";
import { takeDraft } from "./draft.ts";
import { loadExamples, stateOf } from "./examples.ts";
import { Playground } from "./playground-page.tsx";
import { Session, sessionKey } from "./session.ts";

export type { PlaygroundState } from "../link/state.ts";

export interface PlaygroundOptions {
  /** The address of the documentation folder, with a final slash; without it nothing links there. */
  readonly docs?: string;
  /** True to show only an editor and an outcome, for a part of another page. */
  readonly isCompact?: boolean;
  readonly whole?: { readonly title: string; readonly href: string };
  /** The name of the first example to show; the first in the list by default. */
  readonly example?: string;
  readonly state?: PlaygroundState;
}

export interface MountedPlayground {
  readonly ready: Promise<void>;
  /** Removes it from the page, and stops everything that it has started. */
  unmount(): void;
}

const base = new URL("./", import.meta.url);

/**
 * Shows the playground in an element.
 *
 * @param element - existing content is removed
 */
export function mount(element: HTMLElement, options: PlaygroundOptions = {}): MountedPlayground {
  const session = new Session({ docs: options.docs, base });
  let app: App | undefined;
  let address: Address | undefined;
  let isGone = false;
  const written = open(session, options);
  const styles = loadStyles();
  const ready = (async () => {
    const [isKept] = await Promise.all([written, styles]);
    if (isGone) return;
    if (options.isCompact !== true && options.state === undefined) {
      address = new Address(session, isKept);
      session.beginEntry = () => address?.begin() ?? Promise.resolve();
    }
    app = createApp(Playground, { isCompact: options.isCompact ?? false, whole: options.whole });
    app.provide(sessionKey, session);
    element.classList.add("tp-root");
    app.mount(element);
    await session.language.ready;
  })();
  const onFragment = (): void => void openFragment(session);
  if (options.isCompact !== true) addEventListener("hashchange", onFragment);
  return {
    ready,
    unmount() {
      isGone = true;
      removeEventListener("hashchange", onFragment);
      app?.unmount();
      address?.close();
      session.close();
    },
  };
}

/** Opens what the page begins with. Returns false for what the address does not hold. */
async function open(session: Session, options: PlaygroundOptions): Promise<boolean> {
  if (options.state !== undefined) {
    session.open(options.state);
    return true;
  }
  const draft = options.isCompact === true ? undefined : await takeDraft();
  if (draft !== undefined) {
    session.open(draft);
    return false;
  }
  if (options.isCompact !== true && (await openFragment(session))) return true;
  try {
    const examples = await loadExamples(base);
    const example = examples.find(({ name }) => name === options.example) ?? examples[0];
    if (example !== undefined) session.open(stateOf(example));
  } catch {
    session.say({ text: "The examples could not be loaded.", isError: true });
  }
  return true;
}

async function openFragment(session: Session): Promise<boolean> {
  const { hash } = location;
  if (hash.length < 2) return false;
  const link = await opened(hash);
  if (link.kind === "state") session.open(link.state);
  if (link.kind === "damaged") session.say({ text: link.message, isError: true });
  return link.kind === "state";
}

async function opened(hash: string): Promise<OpenedLink> {
  // What `traffic-policy playground` prints.
  if (/^#local(?:\.|$)/.test(hash)) {
    const { openLocal } = await import("../link/local.ts");
    return openLocal(hash, base);
  }
  const { openLink } = await import("../link/link.ts");
  return openLink(hash);
}

/** Loads the style sheet once, and waits for it so that nothing shows without styles. */
function loadStyles(): Promise<void> {
  const { href } = new URL("playground.css", base);
  if (document.querySelector(`link[href="${href}"]`) !== null) return Promise.resolve();
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  return new Promise((settle) => {
    link.addEventListener("load", () => settle());
    link.addEventListener("error", () => settle());
    document.head.append(link);
  });
}
