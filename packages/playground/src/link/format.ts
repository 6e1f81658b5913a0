import { toBase64Url } from "./base64url.ts";
import type { PlaygroundState } from "./state.ts";

/** The version of new links. Links of this version must open for ever. */
export const linkVersion = 1;

/**
 * The maximum size of a state as JSON, in bytes: repetition compresses so well that a short link can hold a huge
 * state.
 */
export const mostLinkBytes = 8_000_000;

/** The maximum length of a fragment, in characters; browsers do not accept longer URLs. */
export const mostLinkCharacters = 2_000_000;

export function linkContent(state: PlaygroundState): Uint8Array<ArrayBuffer> | undefined {
  const bytes = new TextEncoder().encode(JSON.stringify(state));
  return bytes.length > mostLinkBytes ? undefined : bytes;
}

export function linkFragment(compressed: Uint8Array): string {
  const link = `#v${linkVersion}.${toBase64Url(compressed)}`;
  return link.length > mostLinkCharacters ? "" : link;
}
