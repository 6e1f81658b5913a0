import { toBase64Url } from "./base64url.ts";
import type { PlaygroundState } from "./state.ts";

/** The version of links that are made now. Those of this one must open for ever. */
export const linkVersion = 1;

/** The most bytes of a state as JSON: a short link can hold very many that are the same. */
export const mostLinkBytes = 8_000_000;

/** The most characters of a fragment; browsers do not take longer URLs. */
export const mostLinkCharacters = 2_000_000;

/** What a link holds of a state before it is compressed, without a header; nothing when the state is too large. */
export function linkContent(state: PlaygroundState): Uint8Array<ArrayBuffer> | undefined {
  const bytes = new TextEncoder().encode(JSON.stringify(state));
  return bytes.length > mostLinkBytes ? undefined : bytes;
}

/** The fragment of a URL that holds compressed content. An empty text when it is too large for a link. */
export function linkFragment(compressed: Uint8Array): string {
  const link = `#v${linkVersion}.${toBase64Url(compressed)}`;
  return link.length > mostLinkCharacters ? "" : link;
}
