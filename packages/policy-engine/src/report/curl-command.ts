import { decodeUtf8, encodeUtf8, shellWord } from "@traffic-policy/policy-language/internal";
import type { CaseSettings } from "../cases/policy-case.ts";
import { defaults, type Exchange, type RequestInput } from "../exchange/exchange.ts";
import { toBase64 } from "../expression/base64.ts";

/** The request of an exchange as a command line of curl. */
export interface CurlCommandLine {
  readonly text: string;
  /** The parts of the exchange that curl cannot express, by the keys of exchanges: `connection`. */
  readonly omitted: readonly string[];
}

/**
 * The command line of curl that sends the request of an exchange, with no header that curl would add by itself;
 * nothing for an exchange without a request with a whole URL.
 */
export function curlCommand(
  exchange: Exchange & Pick<CaseSettings, "secrets" | "random">,
): CurlCommandLine | undefined {
  const { request } = exchange;
  if (request === undefined || !/^https?:\/\//i.test(request.url)) return undefined;
  const { source, options } = bodyOf(request);
  const words = [
    "curl",
    ...methodOf(request, options.length > 0),
    ...versionOf(request),
    ...urlOptions(request.url),
    ...headersOf(request, options.length > 0).flatMap((line) => ["-H", line]),
    ...options,
    request.url,
  ];
  const keys = ["connection", "response", "time", "variables", "secrets", "random"] as const;
  const omitted = keys.filter((key) => exchange[key] !== undefined);
  return { text: source + words.map(quoted).join(" "), omitted };
}

/** Quotes a word. URLs and headers are always quoted, because `?` and `*` have a meaning in a shell. */
function quoted(word: string): string {
  const isPlain = /^(?:-[\w-]+|[A-Z]+|curl|@-)$/.test(word);
  const safe = shellWord(word);
  return isPlain || safe !== word ? safe : `'${word}'`;
}

function methodOf({ method = defaults.request.method }: RequestInput, hasBody: boolean): string[] {
  if (method === (hasBody ? "POST" : "GET")) return [];
  return method === "HEAD" && !hasBody ? ["--head"] : ["-X", method];
}

const versions: Readonly<Record<string, string>> = {
  "HTTP/1.0": "--http1.0",
  "HTTP/1.1": "--http1.1",
  "HTTP/2.0": "--http2",
  "HTTP/3.0": "--http3",
};

function versionOf({ version }: RequestInput): string[] {
  return version === undefined ? [] : [versions[version] ?? []].flat();
}

function urlOptions(url: string): string[] {
  const path = url.replace(/^\w+:\/\/[^/?#]*/, "").replace(/[?#].*$/s, "");
  return [
    ...(/(?:^|\/)\.{1,2}(?:\/|$)/.test(path) ? ["--path-as-is"] : []),
    ...(/[[\]{}]/.test(url) ? ["-g"] : []),
  ];
}

/** Headers that curl sends by default, and removes when the command has the name alone. */
const own = ["user-agent", "accept"];

function headersOf({ headers = {}, cookies = {}, bodySize }: RequestInput, hasBody: boolean) {
  const pairs = Array.isArray(headers)
    ? (headers as readonly (readonly [string, string])[])
    : Object.entries(headers as Readonly<Record<string, string | readonly string[]>>).flatMap(
        ([name, values]) => [values].flat().map((value) => [name, value] as const),
      );
  const cookie = Object.entries(cookies).map(([name, value]) => `${name}=${value}`);
  const all = [
    ...pairs,
    ...(cookie.length === 0 ? [] : [["cookie", cookie.join("; ")] as const]),
    ...(bodySize === null ? [["transfer-encoding", "chunked"] as const] : []),
  ];
  const names = new Set(all.map(([name]) => name.toLowerCase()));
  const unwanted = [...own, ...(hasBody ? ["content-type"] : [])].filter(
    (name) => !names.has(name),
  );
  return [
    ...all.map(([name, value]) => (value === "" ? `${name};` : `${name}: ${value}`)),
    ...unwanted.map((name) => `${name}:`),
  ];
}

function bodyOf({ body, bodySize }: RequestInput): {
  readonly source: string;
  readonly options: readonly string[];
} {
  const fromInput = ["--data-binary", "@-"];
  if (body === undefined) {
    if (bodySize === undefined) return { source: "", options: [] };
    return { source: `head -c ${bodySize ?? 1} /dev/zero | `, options: fromInput };
  }
  const text = typeof body === "string" ? body : decodeUtf8(body);
  if (text !== undefined && !text.includes("\0"))
    return { source: "", options: ["--data-raw", text] };
  const bytes = typeof body === "string" ? Uint8Array.from(encodeUtf8(body)) : body;
  return { source: `echo ${toBase64(bytes)} | base64 -d | `, options: fromInput };
}
