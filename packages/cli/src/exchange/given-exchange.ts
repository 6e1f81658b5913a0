import { resolve, dirname } from "node:path";
import { type Files, decode, withoutErrors, placeIn } from "@traffic-policy/project";
import type { Exchange } from "@traffic-policy/policy-engine";
import {
  exchangeProblems,
  toExchange,
  type ExchangeFile,
  FormatError,
  harExchanges,
  addHeader,
  variableTypes,
  type HeaderLists,
} from "@traffic-policy/policy-engine/formats";
import {
  fromPointer,
  toPointer,
  isJsonObject,
  type PolicySource,
} from "@traffic-policy/policy-language";
import { dataSource } from "./data-source.ts";
import { CommandError, type Context } from "../context.ts";
import type { ExchangeOptions } from "../program/options.ts";

export interface GivenExchange {
  readonly exchange: ExchangeFile;
  readonly folder: string;
  readonly files: Files;
  /** The source of a part, as the beginning of a sentence: `a.json:3:5`, `--header`. */
  place(pointer: string, part?: "key"): string;
}

export function checkGiven({ exchange, place }: GivenExchange): void {
  const [problem] = exchangeProblems(exchange);
  if (problem === undefined) return;
  throw problemAt(place(problem.path, problem.part), problem.message, problem.help);
}

export function problemAt(place: string, message: string, help: string | undefined): CommandError {
  return new CommandError(place === "" ? message : `${place}: ${message}`, { help });
}

export function exchangeOf({ exchange, folder, files }: GivenExchange): Exchange {
  return toExchange(exchange, (path) => files.bytes(resolve(folder, path)));
}

/** The option that gave a part of an exchange: the option of the nearest known ancestor. */
function optionAt(options: ReadonlyMap<string, string>, pointer: string): string | undefined {
  const keys = fromPointer(pointer);
  for (let length = keys.length; length >= 0; length--) {
    const option = options.get(toPointer(keys.slice(0, length)));
    if (option !== undefined) return option;
  }
  return undefined;
}

/**
 * Reads an exchange as JSON or YAML, or a HAR file, which is recognized by its content.
 *
 * @param path - as the user wrote it; `-` is standard input
 * @throws CommandError when it cannot be read or parsed, or holds neither
 */
export async function readExchanges(
  path: string,
  { files, terminal }: Pick<Context, "files" | "terminal">,
): Promise<
  | { readonly kind: "exchange"; readonly given: GivenExchange }
  | { readonly kind: "har"; readonly entries: readonly GivenExchange[] }
> {
  const file = path === "-" ? undefined : files.resolve(path);
  const name = file === undefined ? "standard input" : files.nameOf(file);
  const text =
    file === undefined ? decode(await terminal.readAll(), name) : decode(files.bytes(file), name);
  if (text.trim() === "") {
    throw new CommandError(`${name}: The file is empty.`, {
      help: 'Write an exchange, like {"request": {"url": "https://example.com/"}}.',
    });
  }
  const parsed = await parseValues(name, text);
  // The first word of a log is no mistake in JSON.
  if (parsed.errors.length > 0 && !/\.ya?ml$/i.test(name) && isOfLines(name, text)) {
    throw new CommandError(`${name}: This is neither an exchange nor a HAR file.`, {
      help: "--exchange takes one exchange as JSON or YAML (.json, .yaml, .yml), or what a browser recorded (.har). For a log, use `traffic-policy impact`.",
    });
  }
  const source = withoutErrors(parsed);
  const { document } = source;
  if (isJsonObject(document) && isJsonObject(document["log"])) {
    return { kind: "har", entries: recording(source, files) };
  }
  const given: GivenExchange = {
    exchange: document as unknown as ExchangeFile,
    folder: file === undefined ? files.folder : dirname(file),
    files,
    place: (pointer, part) => placeIn(source, pointer, part),
  };
  checkGiven(given);
  return { kind: "exchange", given };
}

function isOfLines(name: string, text: string): boolean {
  return /\.(?:log|jsonl|ndjson|csv|tsv)$/i.test(name) || !/^\s*[{["]/.test(text);
}

function recording(source: PolicySource, files: Files): GivenExchange[] {
  try {
    return harExchanges(source.document).map(({ exchange, pointer }) => ({
      exchange,
      folder: files.folder,
      files,
      place: (part) => placeIn(source, pointer(part)),
    }));
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const { path, part, message, help } = error;
    throw problemAt(placeIn(source, path, part), message, help);
  }
}

/**
 * Reads JSON or YAML. Standard input has no file name, so the first character decides; no YAML here starts like JSON.
 */
export function parseValues(name: string, text: string): Promise<PolicySource> {
  const isYaml = name === "standard input" ? !/^\s*[{[]/.test(text) : /\.ya?ml$/i.test(name);
  return dataSource(name, text, isYaml ? "yaml" : "json");
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

type Parts = Mutable<ExchangeFile>;

export function withOptions(base: GivenExchange, options: ExchangeOptions): GivenExchange {
  const added = new Added(base);
  added.request(options);
  added.connection(options);
  added.response(options);
  added.variables(options);
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
  readonly places = new Map<string, string>();

  constructor({ exchange, files }: GivenExchange) {
    this.exchange = { ...exchange };
    this.#files = files;
  }

  request(options: ExchangeOptions): void {
    if (options.request !== undefined) {
      const [, method, url = ""] = /^(?:([^\s:/]+)\s+)?(.*)$/s.exec(options.request.trim()) ?? [];
      this.exchange.request = {
        ...this.exchange.request,
        url,
        ...(method !== undefined && { method }),
      };
      this.places.set("/request/url", "--request");
      if (method !== undefined) this.places.set("/request/method", "--request");
    }
    const { header, body, bodyFile } = options;
    if ([header, body, bodyFile].every((value) => value === undefined)) return;
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

  response(options: ExchangeOptions): void {
    const { response, responseHeader, responseBody, responseBodyFile } = options;
    if (
      [response, responseHeader, responseBody, responseBodyFile].every(
        (value) => value === undefined,
      )
    ) {
      return;
    }
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

  connection(options: ExchangeOptions): void {
    const { clientIp, country, time } = options;
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

  variables(options: ExchangeOptions): void {
    if (options.variable === undefined) return;
    const variables: Record<string, unknown> = { ...this.exchange.variables };
    for (const text of options.variable) {
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

  /** A given header replaces the header of the same name. */
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

function parseHeaderLine(line: string, option: string): [name: string, value: string] {
  const colon = line.indexOf(":");
  if (colon > 0) return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
  throw new CommandError(`${option}: "${line}" is not a header.`, {
    help: 'Write name and value with a colon between them, like "accept: text/html".',
  });
}

/** `null` for none, text for a text variable, and JSON otherwise. Errors are found later. */
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
