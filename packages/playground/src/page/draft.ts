import type { PlaygroundState } from "../link/state.ts";

const key = "traffic-policy.draft";

interface Draft {
  /** The fragment of the entry of the history that it was written in. */
  readonly hash: string;
  readonly state: unknown;
}

/** Keeps for this tab what the address does not hold yet: writing a link takes longer than leaving a page. */
export function leaveDraft(hash: string, state: PlaygroundState): void {
  const draft: Draft = { hash, state };
  try {
    sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // There is no room, or the browser allows none.
  }
}

/** Takes what was left where the address is now; undefined for nothing. */
export async function takeDraft(): Promise<PlaygroundState | undefined> {
  try {
    const text = sessionStorage.getItem(key);
    if (text === null) return undefined;
    const { hash, state } = JSON.parse(text) as Draft;
    if (hash !== location.hash) return undefined;
    sessionStorage.removeItem(key);
    const { readState } = await import("../link/state.ts");
    const read = readState(state);
    return "message" in read ? undefined : read;
  } catch {
    return undefined;
  }
}
