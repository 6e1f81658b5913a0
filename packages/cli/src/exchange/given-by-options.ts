import type { Files } from "@traffic-policy/policy-module";
import {
  addHeader,
  variableTypes,
  type ExchangeFile,
  type HeaderLists,
} from "@traffic-policy/policy-engine/formats";
import { toPointer } from "@traffic-policy/policy-language";
import { CommandError } from "../context.ts";
import type { ExchangeOptions } from "../program/options.ts";
import { optionAt, type GivenExchange } from "./given-exchange.ts";

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

type Parts = Mutable<ExchangeFile>;

/**
 * An exchange with what options say added to it, or put in the place of what it says.
 *
 * @throws CommandError when an option is not written as it should be
 */
export function withOptions(base: GivenExchange, options: ExchangeOptions): GivenExchange {
  const added = new Added(base);
  added.request(options);
  added.connection(options);
  added.response(options);
  added.variables(options.variable ?? []);
  return {
    exchange: added.exchange,
    folder: base.folder,
    files: base.files,
    place: (pointer, part) => optionAt(added.places, pointer) ?? base.place(pointer, part),
  };
}

class Added {
  readonly exchange: Parts;
  readonly #files: Files;
  /** The options that parts were given by, by JSON Pointer. */
  readonly places = new Map<string, string>();

  constructor({ exchange, files }: GivenExchange) {
    this.exchange = { ...exchange };
    this.#files = files;
  }

  request({ request, header, body, bodyFile }: ExchangeOptions): void {
    if (request !== undefined) {
      const [, method, url = ""] = /^(?:([^\s:/]+)\s+)?(.*)$/s.exec(request.trim()) ?? [];
      this.exchange.request = {
        ...this.exchange.request,
        url,
        ...(method !== undefined && { method }),
      };
      this.places.set("/request/url", "--request");
      if (method !== undefined) this.places.set("/request/method", "--request");
    }
    const isMore = header !== undefined || body !== undefined || bodyFile !== undefined;
    if (!isMore) return;
    const before = this.exchange.request;
    if (before === undefined) {
      throw new CommandError("There are request options, but no request.", {
        help: "Add --request 'GET https://example.com/', or an exchange in a file.",
      });
    }
    this.exchange.request = {
      ...this.#body(before, "/request", { body, bodyFile }, ["--body", "--body-file"]),
      ...this.#headers(before.headers, "/request/headers", header, "--header"),
    };
  }

  response({ response, responseHeader, responseBody, responseBodyFile }: ExchangeOptions): void {
    const given = [response, responseHeader, responseBody, responseBodyFile];
    if (given.every((value) => value === undefined)) return;
    const before = this.exchange.response ?? {};
    if (response !== undefined) this.places.set("/response/status", "--response");
    this.exchange.response = {
      ...this.#body(before, "/response", { body: responseBody, bodyFile: responseBodyFile }, [
        "--response-body",
        "--response-body-file",
      ]),
      ...this.#headers(before.headers, "/response/headers", responseHeader, "--response-header"),
      ...(response !== undefined && { status: response }),
    };
  }

  connection({ clientIp, country, time }: ExchangeOptions): void {
    if (time !== undefined) {
      this.exchange.time = time;
      this.places.set("/time", "--time");
    }
    if (clientIp !== undefined) {
      this.exchange.connection = { ...this.exchange.connection, clientIp };
      this.places.set("/connection/clientIp", "--client-ip");
    }
    if (country !== undefined) {
      const geo = { ...this.exchange.connection?.geo, countryCode: country };
      this.exchange.connection = { ...this.exchange.connection, geo };
      this.places.set("/connection/geo/countryCode", "--country");
    }
  }

  variables(given: readonly string[]): void {
    if (given.length === 0) return;
    const variables: Record<string, unknown> = { ...this.exchange.variables };
    for (const text of given) {
      const [, name = "", value = ""] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
      if (name === "") {
        throw new CommandError(`--variable: "${text}" sets no variable.`, {
          help: "Write name and value with = between them, like conn.geo.city=Oslo.",
        });
      }
      variables[name] = valueOf(name, value);
      this.places.set(toPointer(["variables", name]), `--variable ${name}`);
    }
    this.exchange.variables = variables;
  }

  #body<Message extends { readonly body?: string; readonly bodyFile?: string }>(
    message: Message,
    path: string,
    { body, bodyFile }: { body: string | undefined; bodyFile: string | undefined },
    [option, fileOption]: readonly [string, string],
  ): Message {
    if (body === undefined && bodyFile === undefined) return message;
    this.places.set(`${path}/body`, option);
    this.places.set(`${path}/bodyFile`, fileOption);
    const { body: _, bodyFile: __, ...rest } = message as Message & { bodySize?: unknown };
    delete rest.bodySize;
    return {
      ...(rest as unknown as Message),
      ...(body !== undefined && { body }),
      ...(bodyFile !== undefined && { bodyFile: this.#files.resolve(bodyFile) }),
    };
  }

  /** A header that is given takes the place of one with its name. */
  #headers(
    before: Readonly<Record<string, string | readonly string[]>> = {},
    path: string,
    lines: readonly string[] | undefined,
    option: string,
  ): { headers?: HeaderLists } {
    if (lines === undefined) return {};
    const given: HeaderLists = {};
    for (const line of lines) addHeader(given, ...parseHeaderLine(line, option));
    const headers: HeaderLists = {};
    for (const [name, values] of Object.entries(before)) {
      if (Object.hasOwn(given, name.toLowerCase())) continue;
      for (const value of [values].flat()) addHeader(headers, name, value);
    }
    for (const [name, values] of Object.entries(given)) {
      for (const value of values) addHeader(headers, name, value);
      this.places.set(path + toPointer([name]), option);
    }
    return { headers };
  }
}

/**
 * Takes a header apart that is written as a line: `name: value`.
 *
 * @param option - where it was given
 */
function parseHeaderLine(line: string, option: string): [name: string, value: string] {
  const colon = line.indexOf(":");
  if (colon > 0) return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
  throw new CommandError(`${option}: "${line}" is not a header.`, {
    help: 'Write name and value with a colon between them, like "accept: text/html".',
  });
}

/** `null` for none, text for a variable that is text, and JSON for others. What is wrong with it is found later. */
function valueOf(name: string, text: string): unknown {
  if (text === "null") return null;
  const type = variableTypes.get(name);
  if (type === undefined || type.kind === "string") return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
