import type { CelInput } from "@bufbuild/cel";
import type { Extensions, Tools } from "./extension.ts";
import { parseGoUrl } from "./go-url.ts";
import { percentDecode, percentEncode, unreserved } from "./percent.ts";

/** URL functions: URLs are parsed as in Go, and every character that is not unreserved is percent-encoded. */
export const urlExtensions: Extensions = {
  "url.parse": parse,
  parseUrl: parse,
  "url.escape": escape,
  escapeUrl: escape,
  "url.unescape": unescape,
  unescapeUrl: unescape,
  isURL,
};

function parse({ library }: Tools, text: string): CelInput {
  return library.cel.celMap(new Map(Object.entries(parseGoUrl(text))));
}

function escape(_tools: Tools, text: string): string {
  return percentEncode(text, unreserved);
}

function unescape(_tools: Tools, text: string): string {
  return percentDecode(text);
}

function isURL(_tools: Tools, text: string): boolean {
  let url;
  try {
    url = parseGoUrl(text);
  } catch {
    return false;
  }
  if (url.scheme !== "" && url.host !== "") return true;
  throw new Error("It is not documented whether a text without scheme and host is a URL.");
}
