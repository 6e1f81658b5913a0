import { pathToFileURL } from "node:url";
import type { Files } from "../files/files.ts";

const parameter = "traffic-policy-texts";

/**
 * Returns the URL of a module. Node runs a module only once per URL, so for other files, and where texts replace
 * files, the URL also names the state of the files; another state is another module.
 */
export function moduleUrl(file: string, { id, changes }: Files): string {
  const isPlain = id === 0 && changes.length === 0;
  return withState(pathToFileURL(file).href, isPlain ? undefined : `${id}.${changes.length}`);
}

export function withState(url: string, state: string | undefined): string {
  if (state === undefined) return url;
  const changed = new URL(url);
  changed.searchParams.set(parameter, state);
  return changed.href;
}

export function stateOf(url: string): string | undefined {
  return new URL(url).searchParams.get(parameter) ?? undefined;
}
