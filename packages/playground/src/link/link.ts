import { fromBase64Url } from "./base64url.ts";
import { deflated, inflated } from "./deflate.ts";
import {
  linkContent,
  linkFragment,
  linkVersion,
  mostLinkBytes,
  mostLinkCharacters,
} from "./format.ts";
import { readState, type PlaygroundState } from "./state.ts";

export type OpenedLink =
  | { readonly kind: "state"; readonly state: PlaygroundState }
  /** No state: the fragment is empty, or names a part of the page. */
  | { readonly kind: "none" }
  /** The link cannot be opened; the message is a sentence. The page stays empty. */
  | { readonly kind: "damaged"; readonly message: string };

/** Returns the URL fragment that holds a state: `#v1.…`. An empty text when the state is too large for a link. */
export async function linkOf(state: PlaygroundState): Promise<string> {
  const content = linkContent(state);
  return content === undefined ? "" : linkFragment(await deflated(content));
}

/**
 * Opens a URL fragment. Never rejects, and never takes more memory than the largest state.
 *
 * @param fragment - with or without the `#`
 */
export async function openLink(fragment: string): Promise<OpenedLink> {
  const [, of, content = ""] = /^#?v(\d{1,9})\.(.*)$/s.exec(fragment) ?? [];
  if (of === undefined) return { kind: "none" };
  if (Number(of) !== linkVersion) {
    return damaged(
      `The link is of version ${Number(of)}, and this page reads version ${linkVersion}.`,
    );
  }
  if (fragment.length > mostLinkCharacters) return damaged(tooLarge);
  const bytes = fromBase64Url(content);
  const json = bytes && (await inflated(bytes, mostLinkBytes));
  if (json === "too-large") return damaged(tooLarge);
  const value = json && parsed(json);
  if (value === undefined)
    return damaged("The link is damaged: a part of it is missing or changed.");
  const state = readState(value);
  return "message" in state
    ? damaged(`The link holds no state of the page: ${state.message}`)
    : { kind: "state", state };
}

const tooLarge = "The link holds more than this page opens.";

function damaged(message: string): OpenedLink {
  return { kind: "damaged", message };
}

function parsed(json: Uint8Array): unknown {
  try {
    const decoder = new TextDecoder("utf-8", { fatal: true });
    return JSON.parse(decoder.decode(json)) as unknown;
  } catch {
    return undefined;
  }
}
