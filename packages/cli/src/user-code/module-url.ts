import { pathToFileURL } from "node:url";

const parameter = "traffic-policy-text";

/** The URL of a module; a text that stands in the place of the file's travels in it. */
export function moduleUrl(file: string, given: string | undefined): string {
  const url = pathToFileURL(file);
  if (given !== undefined) url.searchParams.set(parameter, given);
  return url.href;
}

/** The text that a module's URL carries. */
export function givenTextOf(url: string): string | undefined {
  return new URL(url).searchParams.get(parameter) ?? undefined;
}
