import type { CelInput, CelMap, CelValue } from "@bufbuild/cel";
import { escapeForm, unescapeForm } from "./percent.ts";
import type { Extensions, Tools } from "./extension.ts";
import { compareText } from "../text.ts";

/** Query strings as Go's `url.Values` reads and writes them: sorted by name. */
export const queryStringExtensions: Extensions = {
  "queryString.decode": decode,
  decodeQueryString: decode,
  "queryString.encode": encode,
  encodeQueryString: encode,
  isQueryString,
};

function decode({ library }: Tools, text: string): CelInput {
  const parameters = new Map<string, string>();
  for (const [name, value] of pairsOf(text)) {
    if (parameters.has(name)) {
      throw new Error(`What the parameter ${name} is, which is there twice, is not documented.`);
    }
    parameters.set(name, value);
  }
  return library.cel.celMap(parameters);
}

/** @throws Error for a text that Go does not read */
function pairsOf(text: string): (readonly [name: string, value: string])[] {
  return text
    .split("&")
    .filter((part) => part !== "")
    .map((part) => {
      if (part.includes(";")) throw new Error("A query string cannot contain a semicolon.");
      const equals = part.indexOf("=");
      const [name, value] =
        equals < 0 ? [part, ""] : [part.slice(0, equals), part.slice(equals + 1)];
      return [unescapeForm(name), unescapeForm(value)];
    });
}

function encode(tools: Tools, parameters: CelMap): string {
  const { cel } = tools.library;
  const pairs = Array.from(parameters.entries(), ([key, value]): [string, readonly string[]] => {
    const name = cel.isCelUint(key) ? key.value : key;
    const values = cel.isCelList(value) ? [...value] : [value];
    return [String(name), values.map((one) => textOf(one, tools))];
  });
  return pairs
    .toSorted(([one], [other]) => compareText(one, other))
    .flatMap(([name, values]) => values.map((value) => `${escapeForm(name)}=${escapeForm(value)}`))
    .join("&");
}

function textOf(value: CelValue, { library }: Tools): string {
  if (typeof value === "string") return value;
  const type = library.cel.celType(value).name;
  throw new Error(`A parameter of a query string is text, not ${type}; string(…) converts it.`);
}

function isQueryString(_tools: Tools, text: string): boolean {
  try {
    pairsOf(text);
  } catch {
    return false;
  }
  if (text !== "" && text.split("&").every((part) => part.indexOf("=") > 0)) return true;
  throw new Error(
    "It is not documented whether a text is a query string that has a part without a name or `=`.",
  );
}
