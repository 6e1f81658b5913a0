import { pathToFileURL } from "node:url";
import type { Files } from "../files/files.ts";

const parameter = "traffic-policy-texts";

/**
 * The URL of a module. Node runs a module once: for other files, and where texts replace
 * them, the URL says which state of which files is meant, and another state is another module.
 */
export function moduleUrl(file: string, { id, changes }: Files): string {
  const isPlain = id === 0 && changes.length === 0;
  return withState(pathToFileURL(file).href, isPlain ? undefined : `${id}.${changes.length}`);
}

/** The same URL for a state, as {@link stateOf} has it. */
export function withState(url: string, state: string | undefined): string {
  if (state === undefined) return url;
  const changed = new URL(url);
  changed.searchParams.set(parameter, state);
  return changed.href;
}

/** The state that a URL is for; nothing when it says nothing of it. */
export function stateOf(url: string): string | undefined {
  return new URL(url).searchParams.get(parameter) ?? undefined;
}
