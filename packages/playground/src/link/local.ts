import type { OpenedLink } from "./link.ts";
import { readState } from "./state.ts";

const kept = "traffic-policy-session";

/**
 * Opens the files that `traffic-policy playground` serves next to the page. The link holds a single-use token; after
 * that, the session that came with the files identifies the tab.
 *
 * @param base - where the page is
 */
export async function openLocal(fragment: string, base: URL): Promise<OpenedLink> {
  const token = fragment.slice("#local.".length) || (sessionStorage.getItem(kept) ?? "");
  let response: Response;
  try {
    response = await fetch(new URL("local.json", base), {
      headers: { authorization: `Bearer ${token}` },
    });
  } catch {
    return damaged("The command that served this page has ended: start it again.");
  }
  if (!response.ok) {
    const sentence = (await response.text()).split("\n", 1)[0] ?? "";
    const isSaid = response.headers.get("content-type")?.startsWith("text/plain") === true;
    return damaged(
      isSaid ? sentence : "Local files are only shown by `traffic-policy playground`.",
    );
  }
  const { session, local } = (await response.json()) as { session: string; local: object };
  sessionStorage.setItem(kept, session);
  // Nobody needs the token any more, and nobody should find it in the history.
  history.replaceState(history.state, "", "#local");
  if (Object.keys(local).length === 0) return { kind: "none" };
  const state = readState(local);
  return "message" in state ? damaged(state.message) : { kind: "state", state };
}

function damaged(message: string): OpenedLink {
  return { kind: "damaged", message };
}
