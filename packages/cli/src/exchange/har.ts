import {
  fromPointer,
  ownMember,
  schemaProblems,
  toPointer,
  type PolicySource,
} from "@traffic-policy/policy-language";
import { CommandError } from "../command-error.ts";
import type { GivenExchange } from "./given-exchange.ts";
import { addHeader, type Headers } from "./header-line.ts";
import { placeIn } from "../place-text.ts";
import { harSchema, type ExchangeFile, type Har, type HarEntry } from "./schema.ts";

/**
 * The exchanges of a HAR file, in its order.
 *
 * Source: HAR 1.2, http://www.softwareishard.com/blog/har-12-spec/
 *
 * @throws CommandError when something in it is not as HAR has it
 */
export function harExchanges(source: PolicySource): GivenExchange[] {
  const [problem] = schemaProblems(harSchema, source.document);
  if (problem !== undefined) {
    const { path, part, message } = problem;
    const place = placeIn(source, path, part);
    throw new CommandError(`${place}: ${message}`, {
      help: 'The file has a key "log", as HAR files have, but is none.',
    });
  }
  const { log } = source.document as unknown as Har;
  return log.entries.map((entry, index) => ({
    exchange: toExchange(entry),
    folder: process.cwd(),
    place: (pointer) => {
      const [message = "", key = ""] = fromPointer(pointer);
      const inEntry = isKept(message, key) ? [message, key] : [];
      return placeIn(source, toPointer(["log", "entries", index, ...inEntry]));
    },
  }));
}

/** Whether a recorded request was sent over HTTP at all: `data:` and others never leave a browser. */
export function isSentOverHttp({ exchange }: GivenExchange): boolean {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(exchange.request?.url ?? "")?.[1];
  return scheme === undefined || /^https?$/i.test(scheme);
}

/** Whether a part of an exchange is called the same in a HAR file. */
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

/** The pseudo-headers of HTTP/2, which some recorders write, are no headers. */
function headersOf(list: HarEntry["request"]["headers"]): Headers {
  const headers: Headers = {};
  for (const { name, value } of list) {
    if (!name.startsWith(":")) addHeader(headers, name, value);
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

/** A body that was encoded is recorded decoded, and then only its size is what was sent. */
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

/** The version as Go writes it. */
function versionOf(version: string): string {
  const name = version.toLowerCase();
  return ownMember(versions, name) ?? name.toUpperCase();
}
