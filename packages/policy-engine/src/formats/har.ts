import { fromPointer, toPointer } from "@traffic-policy/policy-language";
import { ownMember, schemaProblems } from "@traffic-policy/policy-language/internal";
import type { ExchangeFile } from "./exchange-schema.ts";
import { FormatError } from "./exchange-file.ts";
import { harSchema, type Har, type HarEntry } from "./har-schema.ts";

/** An exchange of a recording, with the way back to where it is. */
export interface RecordedExchange {
  readonly exchange: ExchangeFile;
  /** JSON Pointer into the recording, of a part of the exchange. */
  pointer(part: string): string;
}

/**
 * The exchanges of a recording as browsers save it (HAR), in its order.
 *
 * Source: HAR 1.2, http://www.softwareishard.com/blog/har-12-spec/
 *
 * @param document - the JSON value of the file
 * @throws FormatError when something in it is not as HAR has it
 */
export function harExchanges(document: unknown): RecordedExchange[] {
  const [problem] = schemaProblems(harSchema, document);
  if (problem !== undefined) {
    const help = 'The file has a key "log", as HAR files have, but is none.';
    throw new FormatError({ ...problem, help });
  }
  return (document as Har).log.entries.map((entry, index) => ({
    exchange: toExchange(entry),
    pointer: (part) => {
      const [message = "", key = ""] = fromPointer(part);
      return toPointer(["log", "entries", index, ...(isKept(message, key) ? [message, key] : [])]);
    },
  }));
}

/** Checks whether a recorded request was sent over HTTP at all: `data:` and others never leave a browser. */
export function isSentOverHttp(exchange: ExchangeFile): boolean {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(exchange.request?.url ?? "")?.[1];
  return scheme === undefined || /^https?$/i.test(scheme);
}

function isKept(message: string, key: string): boolean {
  return ["request", "response"].includes(message) && ["method", "url", "headers"].includes(key);
}

function toExchange(entry: HarEntry): ExchangeFile {
  const { request, response, startedDateTime, serverIPAddress } = entry;
  // Without an answer, the recorder writes the status 0.
  const isAnswered = response.status >= 100;
  return {
    ...(serverIPAddress && { connection: { serverIp: serverIPAddress.replace(/^\[|\]$/g, "") } }),
    request: {
      method: request.method,
      // A WebSocket begins as a request over HTTP.
      url: request.url.replace(/^ws(s?):/i, "http$1:"),
      headers: headersOf(request.headers),
      ...requestBody(request),
      ...(request.httpVersion && { version: versionOf(request.httpVersion) }),
    },
    ...(isAnswered && {
      response: {
        status: response.status,
        headers: headersOf(response.headers),
        ...responseBody(response),
      },
    }),
    ...(startedDateTime && { time: startedDateTime }),
  };
}

/**
 * Converts headers, without the HTTP/2 pseudo-headers that some recorders write. Recorders that use the DevTools
 * protocol join values of the same name, such as those of `set-cookie`, with line breaks.
 */
function headersOf(list: HarEntry["request"]["headers"]): HeaderLists {
  const headers: HeaderLists = {};
  for (const { name, value } of list) {
    if (name.startsWith(":")) continue;
    for (const one of value.split(/\r?\n/)) addHeader(headers, name, one);
  }
  const authority = list.find(({ name }) => name === ":authority");
  if (authority !== undefined && headers["host"] === undefined) {
    addHeader(headers, "host", authority.value);
  }
  return headers;
}

function requestBody({ postData, bodySize }: HarEntry["request"]) {
  if (postData?.text !== undefined) return { body: postData.text };
  return bodySize !== undefined && bodySize >= 0 ? { bodySize } : {};
}

/**
 * Returns the body of a response. An encoded body is recorded decoded, and then only the recorded size is that of the
 * sent body.
 */
function responseBody({ headers, content, bodySize }: HarEntry["response"]) {
  const isEncoded = headers.some(({ name }) => name.toLowerCase() === "content-encoding");
  if (!isEncoded && content?.text !== undefined && content.encoding === undefined) {
    return { body: content.text };
  }
  if (bodySize !== undefined && bodySize >= 0) return { bodySize };
  const size = content?.size;
  return !isEncoded && size !== undefined && size >= 0 ? { bodySize: size } : {};
}

const versions: Readonly<Record<string, string>> = {
  h2: "HTTP/2.0",
  "http/2": "HTTP/2.0",
  h3: "HTTP/3.0",
  "http/3": "HTTP/3.0",
};

function versionOf(version: string): string {
  const name = version.toLowerCase();
  return ownMember(versions, name) ?? name.toUpperCase();
}

/** The values of headers, by name in lower case. */
export type HeaderLists = Record<string, string[]>;

/** Adds a value to a header. */
export function addHeader(headers: HeaderLists, name: string, value: string): void {
  const key = name.toLowerCase();
  // A name like `__proto__` is one like any other.
  const before = Object.hasOwn(headers, key) ? headers[key] : undefined;
  if (before !== undefined) {
    // Not copied: there may be many of one name.
    before.push(value);
    return;
  }
  Object.defineProperty(headers, key, {
    value: [value],
    enumerable: true,
    configurable: true,
    writable: true,
  });
}
