import { pathToFileURL } from "node:url";

const parameter = "traffic-policy-texts";

/**
 * The URL of a module. Node runs a module once: where texts stand in the place of files', the URL
 * says which state of them is meant, and another state is another module.
 *
 * @param state - 0 when no text was given so far
 */
export function moduleUrl(file: string, state: number): string {
  return withState(pathToFileURL(file).href, state);
}

/** The same URL for a state of the texts that were given. */
export function withState(url: string, state: number): string {
  if (state === 0) return url;
  const changed = new URL(url);
  changed.searchParams.set(parameter, String(state));
  return changed.href;
}

/** The state of the given texts that a URL is for; 0 when it says nothing of it. */
export function stateOf(url: string): number {
  return Number(new URL(url).searchParams.get(parameter) ?? 0);
}
