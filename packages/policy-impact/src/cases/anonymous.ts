import {
  formatUrl,
  parseUrl,
  simulateSync,
  type CompiledPolicy,
  type Exchange,
  type OperandTrace,
  type Outcome,
  type SimulationOptions,
  type UrlParts,
} from "@traffic-policy/policy-engine";
import { httpMethods, parseAddress, type Cidr } from "@traffic-policy/policy-language";
import { isSecretName, looksRandom } from "@traffic-policy/policy-lint/secrets";
import { possible } from "../decided.ts";
import { decoded, type PathWords } from "./path-shape.ts";
import type { PolicyWords } from "./policy-words.ts";

/** An exchange with made-up values, of which the policy makes the same; or why there is none. */
export type Anonymous =
  | { readonly exchange: Exchange; readonly outcome: TracedOutcome }
  /** One sentence, without any of the values. */
  | { readonly reason: string };

export type TracedOutcome = Outcome & Required<Pick<Outcome, "trace">>;

export interface AnonymousOptions {
  readonly policy: CompiledPolicy;
  readonly simulation: SimulationOptions;
  readonly literals: PolicyWords;
  readonly paths: PathWords;
}

/**
 * Gives an exchange made-up values in place of what may be about somebody: the client's address, identifiers in the path,
 * values of the query string, of cookies, and of headers. Whenever a value is replaced, the engine is asked again: the
 * policy has to do the very same, down to each operand of its conditions. A value that cannot be replaced so is kept
 * only where it stands in the policy.
 */
export function anonymousExchange(exchange: Exchange, options: AnonymousOptions): Anonymous {
  const { policy, simulation, literals, paths } = options;
  const simulate = (one: Exchange): TracedOutcome | undefined => traced(policy, one, simulation);
  const first = simulate(exchange);
  if (first === undefined) return { reason: "It is no request that can be simulated." };
  const wanted = wayOf(first);
  let parts = partsOf(exchange);
  let outcome = first;
  const removed: string[] = [];
  for (const place of placesIn(parts, literals, paths)) {
    const original = place.read(parts);
    if (original === undefined) continue;
    const replaced = replace(place, original);
    if (replaced === undefined) {
      if (place.isKept(original)) continue;
      return { reason: `Without ${place.what} as it was recorded, it goes another way.` };
    }
    parts = replaced.parts;
    outcome = replaced.outcome;
    if (!place.isKept(original)) removed.push(original, decoded(original));
  }
  const anonymous = exchangeOf(parts);
  const left = leftIn(anonymous, outcome, removed, literals);
  if (left !== undefined) return { reason: left };
  return { exchange: anonymous, outcome };

  /** The first candidate with which the exchange goes the same way. */
  function replace(
    place: Place,
    original: string,
  ): { readonly parts: Parts; readonly outcome: TracedOutcome } | undefined {
    const tried = new Set([original]);
    for (const candidate of place.candidates(original)) {
      if (candidate === original && place.isKept(original)) return { parts, outcome };
      if (candidate !== undefined && tried.has(candidate)) continue;
      if (candidate !== undefined) tried.add(candidate);
      const next = place.write(parts, candidate);
      const now = simulate(exchangeOf(next));
      if (now !== undefined && wayOf(now) === wanted) return { parts: next, outcome: now };
    }
    return undefined;
  }
}

export function traced(
  policy: CompiledPolicy,
  exchange: Exchange,
  simulation: SimulationOptions,
): TracedOutcome | undefined {
  const { trace, ...outcome } =
    possible(() => simulateSync(policy, exchange, { ...simulation, trace: true })) ?? {};
  return trace === undefined ? undefined : { ...(outcome as Outcome), trace };
}

/** What a policy does to an exchange, without the values that are in it. */
export function wayOf({
  result,
  directions,
  response,
  matched,
  errors,
  notSimulated,
  trace,
}: TracedOutcome): string {
  return JSON.stringify([
    result,
    directions.map((one) => [one.result, one.by?.path]),
    result === "forwarded" ? null : response?.status,
    matched.map(({ path }) => path),
    errors.map(({ path }) => path),
    notSimulated.map(({ path }) => path),
    trace.rules.map((rule) => [
      rule.result,
      rule.expressions.map((one) => [truthOf(one), one.operand && operandsOf(one.operand)]),
      rule.actions.map((action) => action.result),
    ]),
  ]);
}

function operandsOf(operand: OperandTrace): unknown {
  return [truthOf(operand), operand.decided ?? false, (operand.operands ?? []).map(operandsOf)];
}

function truthOf(one: { readonly state: string; readonly value?: unknown }): unknown {
  return one.state === "value" ? (typeof one.value === "boolean" ? one.value : "value") : one.state;
}

// An exchange in parts, of which each can be replaced.

interface Parts {
  readonly rest: Exchange;
  readonly url?: UrlParts;
  readonly path: readonly string[];
  /** As they are written between `&`; nothing without a `?`. */
  readonly query?: readonly Parameter[] | undefined;
  readonly headers: readonly Header[];
  readonly cookies?: readonly Parameter[];
}

interface Parameter {
  readonly name: string;
  /** None for one without `=`. */
  readonly value?: string;
}

interface Header {
  readonly of: "request" | "response";
  readonly name: string;
  readonly value: string;
}

function partsOf(rest: Exchange): Parts {
  const url = parseUrl(rest.request?.url ?? "");
  const all = (["request", "response"] as const).flatMap((of) =>
    Object.entries(
      (rest[of]?.headers ?? {}) as Readonly<Record<string, readonly string[]>>,
    ).flatMap(([name, values]) => values.map((value): Header => ({ of, name, value }))),
  );
  const isCookie = ({ of, name }: Header): boolean => of === "request" && name === "cookie";
  const cookies = all.filter(isCookie).map(({ value }) => value);
  return {
    rest,
    ...(url && { url }),
    path: (url?.path ?? "").split("/").slice(1),
    ...(url?.query !== undefined && { query: url.query.split("&").map(parameterOf) }),
    headers: all.filter((header) => !isCookie(header)),
    ...(cookies.length > 0 && {
      cookies: cookies.join("; ").split(/; */).map(parameterOf),
    }),
  };
}

function parameterOf(text: string): Parameter {
  const at = text.indexOf("=");
  return at < 0 ? { name: text } : { name: text.slice(0, at), value: text.slice(at + 1) };
}

function parameterText({ name, value }: Parameter): string {
  return value === undefined ? name : `${name}=${value}`;
}

/** What stands in the place of one that was left out, so that the others keep their numbers. */
const noParameter: Parameter = { name: "" };

function parametersText(all: readonly Parameter[] | undefined, separator: string) {
  const left = all?.filter((one) => one !== noParameter);
  // Where there never was one, there is a `?` alone.
  if (left === undefined || (left.length === 0 && all?.length !== 0)) return undefined;
  return left.map(parameterText).join(separator);
}

function exchangeOf({ rest, url, path, query, headers, cookies }: Parts): Exchange {
  const { connection, request, response, ...others } = rest;
  const { query: _, ...plain } = url ?? { scheme: "", host: "", path: "" };
  const pathText = path.length === 0 ? "" : `/${path.join("/")}`;
  const queryText = parametersText(query, "&");
  const cookieText = parametersText(cookies, "; ");
  const sent = [
    ...headers.filter(({ of }) => of === "request"),
    ...(cookieText === undefined ? [] : [{ name: "cookie", value: cookieText }]),
  ];
  return {
    ...(connection && { connection }),
    ...(request && {
      request: {
        ...request,
        url:
          url === undefined
            ? request.url
            : formatUrl({
                ...plain,
                path: pathText,
                ...(queryText !== undefined && { query: queryText }),
              }),
        headers: headerLists(sent),
      },
    }),
    ...(response && {
      response: { ...response, headers: headerLists(headers.filter(({ of }) => of !== "request")) },
    }),
    ...others,
  };
}

function headerLists(headers: readonly Pick<Header, "name" | "value">[]) {
  const lists: Record<string, string[]> = {};
  for (const { name, value } of headers) (lists[name] ??= []).push(value);
  return lists;
}

/** A part of exchanges with what may stand in it. */
interface Place {
  /** As a part of a sentence, without its value. */
  readonly what: string;
  readonly read: (parts: Parts) => string | undefined;
  /** What may stand there instead, from the best one on; undefined for nothing at all. */
  readonly candidates: (original: string) => Iterable<string | undefined>;
  readonly write: (parts: Parts, value: string | undefined) => Parts;
  /** Whether a value may be seen by everybody. */
  readonly isKept: (original: string) => boolean;
}

/** What is to be replaced, in this order. */
function* placesIn(parts: Parts, literals: PolicyWords, paths: PathWords): Iterable<Place> {
  const isOfPolicy = (text: string): boolean => literals.has(text) || literals.has(decoded(text));
  yield* placesInUrl(parts, literals, paths, isOfPolicy);
  for (const index of (parts.cookies ?? []).keys()) {
    yield* placesOfParameter("cookies", parts, index, literals, isOfPolicy);
  }
  for (const [index, header] of parts.headers.entries()) {
    yield {
      what: `the header ${header.name}`,
      read: ({ headers }) => headers[index]?.value,
      candidates: (value) => headerValues(header, value, parts.url?.host ?? "", literals),
      write: (before, value = "") => ({
        ...before,
        headers: before.headers.with(index, { ...header, value }),
      }),
      isKept: (value) =>
        isOfPolicy(value) ||
        ((isPlainHeader(header.name) || header.name === "user-agent") && isClean(value)),
    };
  }
  yield* placesOfConnection(literals, isOfPolicy);
}

function* placesInUrl(
  { url, path, query }: Parts,
  literals: PolicyWords,
  paths: PathWords,
  isOfPolicy: (text: string) => boolean,
): Iterable<Place> {
  if (url === undefined) return;
  yield {
    what: "the method",
    read: ({ rest }) => rest.request?.method,
    candidates: (method) => (httpMethods.has(method) ? [] : ["GET", "MADE-UP"]),
    write: (parts, method) => withRequest(parts, method === undefined ? {} : { method }),
    isKept: (method) => httpMethods.has(method) || isOfPolicy(method),
  };
  yield {
    what: "the user in the URL",
    read: (parts) => parts.url?.userPassword,
    candidates: () => [undefined, "user:password"],
    write: (parts, userPassword) => {
      const { userPassword: _, ...plain } = parts.url ?? url;
      return { ...parts, url: { ...plain, ...(userPassword !== undefined && { userPassword }) } };
    },
    isKept: isOfPolicy,
  };
  // The host is the site's own, unless a client made it up.
  yield {
    what: "the host",
    read: (parts) => parts.url?.host,
    candidates: (host) => (hasPerson(host) ? ["example.com"] : []),
    write: (parts, host = "") => ({ ...parts, url: { ...(parts.url ?? url), host } }),
    isKept: (host) => !hasPerson(host) || isOfPolicy(host),
  };
  const words = paths.segmentsOf(url.path);
  for (const [index, text] of path.entries()) {
    if (words[index]?.isWord !== false) continue;
    yield {
      what: "an identifier in the path",
      read: (parts) => parts.path[index],
      candidates: () => segments(text, literals),
      write: (parts, segment = "") => ({ ...parts, path: parts.path.with(index, segment) }),
      isKept: isOfPolicy,
    };
  }
  if (query === undefined) return;
  yield {
    what: "the query string",
    read: (parts) => parts.query?.map(parameterText).join("&"),
    candidates: () => [undefined],
    write: (parts) => ({ ...parts, query: undefined }),
    // What stays of it is looked at next.
    isKept: () => true,
  };
  for (const index of query.keys()) {
    yield* placesOfParameter("query", { query }, index, literals, isOfPolicy);
  }
}

/** A parameter, or a cookie: all of it, then its name, then its value. */
function* placesOfParameter(
  of: "query" | "cookies",
  given: Pick<Parts, "query" | "cookies">,
  index: number,
  literals: PolicyWords,
  isOfPolicy: (text: string) => boolean,
): Iterable<Place> {
  const { name = "", value } = given[of]?.[index] ?? noParameter;
  const what = of === "query" ? "a parameter of the query string" : "a cookie";
  const read = (parts: Parts): Parameter | undefined => {
    const one = parts[of]?.[index];
    return one === noParameter ? undefined : one;
  };
  const write = (parts: Parts, parameter: Parameter): Parts => ({
    ...parts,
    [of]: (parts[of] ?? []).with(index, parameter),
  });
  yield {
    what,
    read: (parts) => {
      const one = read(parts);
      return one && parameterText(one);
    },
    candidates: () => [undefined],
    write: (parts) => write(parts, noParameter),
    isKept: () => true,
  };
  yield {
    what: `the name of ${what}`,
    read: (parts) => read(parts)?.name,
    candidates: (text) =>
      isOfPolicy(text) || (value !== undefined && isPlainName(text)) ? [] : ["name", "flag"],
    write: (parts, text = "") => write(parts, { ...read(parts), name: text }),
    isKept: (text) => isOfPolicy(text) || (value !== undefined && isPlainName(text)),
  };
  yield {
    what: `the value of ${of === "query" ? "the parameter" : "the cookie"} ${isOfPolicy(name) ? name : ""}`.trimEnd(),
    read: (parts) => read(parts)?.value,
    candidates: (text) => parameterValues(text, literals),
    write: (parts, text = "") => write(parts, { name: read(parts)?.name ?? name, value: text }),
    isKept: isOfPolicy,
  };
}

function* placesOfConnection(
  literals: PolicyWords,
  isOfPolicy: (text: string) => boolean,
): Iterable<Place> {
  yield {
    what: "the address of the client",
    read: ({ rest }) => rest.connection?.clientIp,
    candidates: (address) => addresses(address, literals.ranges),
    write: (parts, clientIp) => withConnection(parts, clientIp === undefined ? {} : { clientIp }),
    isKept: isOfPolicy,
  };
  yield {
    what: "the city of the client",
    read: ({ rest }) => rest.connection?.geo?.city,
    candidates: () => ["Springfield"],
    write: (parts, city = "") =>
      withConnection(parts, { geo: { ...parts.rest.connection?.geo, city } }),
    isKept: () => true,
  };
  yield {
    what: "the port of the client",
    read: ({ rest }) => rest.connection?.clientPort?.toString(),
    candidates: () => ["50000"],
    write: (parts, port) => withConnection(parts, { clientPort: Number(port) }),
    isKept: () => true,
  };
  for (const name of ["start", "end"] as const) {
    yield {
      what: `the ${name} of the connection`,
      read: ({ rest }) => rest.connection?.[name]?.toString(),
      candidates: roundTimes,
      write: (parts, time = "") => withConnection(parts, { [name]: time }),
      isKept: () => true,
    };
  }
  yield {
    what: "the time",
    read: ({ rest }) => rest.time?.toString(),
    candidates: roundTimes,
    write: (parts, time = "") => ({ ...parts, rest: { ...parts.rest, time } }),
    isKept: () => true,
  };
}

function withConnection(parts: Parts, connection: Exchange["connection"] & object): Parts {
  const before = parts.rest.connection;
  return { ...parts, rest: { ...parts.rest, connection: { ...before, ...connection } } };
}

function withRequest(parts: Parts, request: { readonly method?: string }): Parts {
  const before = parts.rest.request ?? { url: "/" };
  return { ...parts, rest: { ...parts.rest, request: { ...before, ...request } } };
}

// What may stand in the place of a value: each time from what says the least to what is most like it.

/** Addresses for documentation, then some of each range of the policy and from beside it. */
function* addresses(original: string, ranges: readonly Cidr[]): Iterable<string> {
  const isSix = parseAddress(original)?.version === 6;
  const [fours, sixes] = [
    ["203.0.113.7", "198.51.100.7", "192.0.2.7", "203.0.113.8", "198.51.100.8", "192.0.2.8"],
    ["2001:db8::7", "2001:db8::8"],
  ];
  const all = [...(isSix ? sixes : fours), ...(isSix ? fours : sixes)].flatMap(
    (text) => parseAddress(text) ?? [],
  );
  for (const { version, first, prefix } of ranges) {
    const size = 1n << BigInt((version === 4 ? 32 : 128) - prefix);
    const last = first + size - 1n;
    for (const point of [
      first + 7n,
      first + 8n,
      first + 1n,
      first,
      first + size / 2n,
      last - 1n,
      last,
      last + 8n,
      first - 8n,
      last + 1n,
      first - 1n,
    ]) {
      const text = addressText(version, point);
      const found = text === undefined ? undefined : parseAddress(text);
      if (found !== undefined) all.push(found);
    }
  }
  const known = parseAddress(original)?.text;
  // Of the same family first.
  for (const version of isSix ? [6, 4] : [4, 6]) {
    for (const one of all) {
      if (one.version === version && one.text !== known) yield one.text.split("/")[0] ?? one.text;
    }
  }
}

function addressText(version: 4 | 6, point: bigint): string | undefined {
  const [groups, bits, radix] = version === 4 ? [4, 8n, 10] : [8, 16n, 16];
  if (point < 0n || point >= 1n << (BigInt(groups) * bits)) return undefined;
  const mask = (1n << bits) - 1n;
  const texts = Array.from({ length: groups }, (_, index) =>
    ((point >> (BigInt(groups - 1 - index) * bits)) & mask).toString(radix),
  );
  return texts.join(version === 4 ? "." : ":");
}

function* segments(segment: string, literals: PolicyWords): Iterable<string> {
  const text = decoded(segment);
  const [, extension = ""] = /^[^@]+(\.[a-z]{2,5})$/.exec(text) ?? [];
  const stem = text.slice(0, text.length - extension.length);
  if (isEmail.test(text)) yield* madeUp(text);
  // Digits, so that it is still seen to be an identifier.
  for (const value of madeUp(stem)) if (/\d/.test(value)) yield encoded(value) + extension;
  yield encoded(`made-up-1${extension}`);
  const around = [...withLiterals(text, literals.segments)];
  for (const value of around) if (/\d/.test(value)) yield encoded(value);
  for (const value of [...madeUp(text), ...around]) yield encoded(value);
  for (const value of madeUp(stem)) yield encoded(value) + extension;
}

function* parameterValues(value: string, literals: PolicyWords): Iterable<string> {
  const text = decoded(value);
  if (text === "") return;
  for (const one of madeUp(text)) yield encoded(one);
  for (const one of withLiterals(text, literals.literals)) yield encoded(one);
}

function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll("%40", "@");
}

function* headerValues(
  { name, of }: Header,
  value: string,
  host: string,
  literals: PolicyWords,
): Iterable<string> {
  if (value === "") return;
  if (isPlainHeader(name) && isClean(value)) return;
  if (name === "user-agent") yield* userAgents(value, literals);
  const [, scheme, credentials] = /^(\w+) +(.+)$/s.exec(value) ?? [];
  if (name.endsWith("authorization") && scheme !== undefined && credentials !== undefined) {
    const isBasic = scheme.toLowerCase() === "basic";
    yield `${scheme} ${isBasic ? "dXNlcjpwYXNzd29yZA==" : "made-up-token"}`;
    for (const one of withLiterals(credentials, literals.literals)) yield `${scheme} ${one}`;
    yield `${scheme} ${alike(credentials, 0)}`;
    yield `${scheme} ${alike(credentials, 1)}`;
    return;
  }
  if (of === "response" && name === "set-cookie") {
    const [, cookie = "", , attributes = ""] = /^([^=;]*)(=[^;]*)?(.*)$/s.exec(value) ?? [];
    const known = isPlainName(cookie) || literals.has(cookie) ? cookie : "name";
    yield `${known}=made-up${attributes}`;
  }
  if (isSecretName(name)) yield "made-up-token";
  if (/^https?:\/\//i.test(value)) {
    const own = parseUrl(value)?.host === host;
    if (own) yield `https://${host}/`;
    yield "https://example.com/";
  }
  // Lists of addresses, as proxies add them.
  if (findAddresses(value).length > 0) {
    for (const address of addresses(findAddresses(value)[0] ?? "", literals.ranges)) {
      yield withoutPersons(value, address);
    }
  }
  if (isPlainHeader(name)) yield withoutPersons(value);
  yield* madeUp(value);
  yield* withLiterals(value, literals.literals);
}

/** What a user agent begins with, then more and more of its parts. */
function* userAgents(value: string, literals: PolicyWords): Iterable<string> {
  const parts = value.match(/\([^)]*\)|[^\s()]+|[()]/g) ?? [];
  const isProduct = /^[A-Za-z][A-Za-z_.-]{0,30}(?:\/[\d.]{1,16})?$/.test(parts[0] ?? "");
  if (!isProduct) yield* ["client/1.0", "client"];
  const isOfPolicy = (part: string): boolean =>
    literals.literals.some(
      (text) => text.length > 1 && part.toLowerCase().includes(text.toLowerCase()),
    );
  // The first part may be a comment, which is about the device.
  const first = isProduct ? parts.slice(0, 1) : [];
  const kept = parts.filter((part, index) => index >= first.length && isOfPolicy(part));
  const words = kept.flatMap((part) => [...withLiterals(part, literals.literals)].slice(0, 1));
  for (const some of [
    first,
    words.slice(0, 1),
    [...first, ...words],
    ...words.map((word) => [...first, `(${word})`]),
    kept.slice(0, 1),
    [...first, ...kept.slice(0, 1)],
    [...first, ...kept],
    ...parts.map((_, index) => parts.slice(0, index + 1)),
  ]) {
    const text = withoutPersons(some.join(" "));
    if (text !== "") yield text;
  }
  // Where only its form counts, such as its length.
  yield alike(value, 0);
  yield withoutPersons(value);
}

/** The hour, the minute or the second of a time. */
function* roundTimes(time: string): Iterable<string> {
  const [, day, hour, minute, second] = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d):(\d\d)/.exec(time) ?? [];
  if (day === undefined) return;
  yield `${day}T00:00:00Z`;
  yield `${day}T${hour}:00:00Z`;
  yield `${day}T${hour}:${minute}:00Z`;
  yield `${day}T${hour}:${minute}:${second}Z`;
}

/** Texts of the same form. */
function* madeUp(text: string): Iterable<string> {
  if (isEmail.test(text)) yield* ["user@example.com", "other@example.com"];
  if (/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text)) {
    yield* ["1", "2"].map((digit) => `00000000-0000-4000-8000-00000000000${digit}`);
  }
  if (parseAddress(text) !== undefined) yield* addresses(text, []);
  if (/^\d+$/.test(text)) {
    const { length } = text;
    yield* [1, 2].map((digit) =>
      length === 1 ? String(digit) : `1${String(digit).padStart(length - 1, "0")}`,
    );
  }
  if (/^https?:\/\//i.test(text)) yield "https://example.com/";
  if (/^\p{L}[\p{L}\p{M} -]*$/u.test(text)) yield* ["word", "text"];
  if (text.length > 12 && /^[\w.~+/=-]+$/.test(text)) yield "made-up-1";
  if (/^[\da-f-]+$/i.test(text)) yield* [alike(text, 2), alike(text, 3)];
  yield alike(text, 0);
  yield alike(text, 1);
}

const alphabets = [
  ["abcdefghijklmnopqrstuvwxyz", "1234567890"],
  ["qwertzuiopasdfghjklyxcvbnm", "5678901234"],
  // Of hexadecimal numbers.
  ["abcdef", "1234567890"],
  ["fedcba", "5678901234"],
] as const;

/** A text with letters where the other one has letters, and digits where it has digits. */
function alike(text: string, variant: 0 | 1 | 2 | 3): string {
  const [letters, digits] = alphabets[variant];
  let count = 0;
  return [...text]
    .map((character) => {
      const at = count++;
      if (/\p{N}/u.test(character)) return digits[at % digits.length] ?? "";
      const letter = letters[at % letters.length] ?? "";
      if (/\p{Lu}/u.test(character)) return letter.toUpperCase();
      return /[\p{L}\p{M}]|[^\0-\x7f]/u.test(character) ? letter : character;
    })
    .join("");
}

/** The literal of the policy that is in a text: alone, and with something made up around it. */
function* withLiterals(text: string, literals: readonly string[]): Iterable<string> {
  for (const literal of literals) {
    const at = text.toLowerCase().indexOf(literal.toLowerCase());
    if (at < 0 || literal.length < 2) continue;
    const found = text.slice(at, at + literal.length);
    const [before, after] = [text.slice(0, at), text.slice(at + literal.length)];
    yield found;
    yield `${before === "" ? "" : "1"}${found}${after === "" ? "" : "1"}`;
    yield `${alike(before, 0)}${found}${alike(after, 0)}`;
    yield `${alike(before, 1)}${found}${alike(after, 1)}`;
  }
}

// What may be about somebody in a text that is not replaced as a whole.

const isEmail = /^[^\s@<>"';,]+@[^\s@<>"';,]+\.[a-z]{2,}$/i;
const emails = /[^\s@<>"'();:,=/]+(?:@|%40)[^\s@<>"'();,/]+\.[a-z]{2,}/gi;
const addressLike =
  /(?<![\w.:])(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-f]{0,4}(?::[\da-f]{0,4}){2,7})(?![\w.:])/gi;

function findAddresses(text: string): string[] {
  return (text.match(addressLike) ?? []).filter((one) => parseAddress(one) !== undefined);
}

function withoutPersons(text: string, address = "192.0.2.7"): string {
  return text
    .replace(emails, "user@example.com")
    .replace(/https?:\/\/[^\s;,)"']+/gi, "https://example.com/")
    .replace(addressLike, (one) => (parseAddress(one) === undefined ? one : address))
    .replace(/[\w-]{6,}/g, (word) => (isIdentifier(word) ? alike(word, 0) : word));
}

function isIdentifier(word: string): boolean {
  return /\d{6,}/.test(word) || /^(?=.*\d)[\da-f-]{8,}$/i.test(word) || looksRandom(word);
}

function hasPerson(text: string): boolean {
  return text.search(emails) >= 0 || findAddresses(text).length > 0;
}

/** Whether nothing in a text may be about somebody. */
function isClean(text: string): boolean {
  return text.length <= 200 && withoutPersons(text) === text;
}

/** Headers that say what a client can do, and not who it is. */
function isPlainHeader(name: string): boolean {
  return plainHeaders.has(name) || name.startsWith("sec-fetch-") || name.startsWith("sec-ch-ua");
}

const plainHeaders: ReadonlySet<string> = new Set(
  "accept accept-charset accept-encoding accept-language age allow cache-control connection content-encoding content-language content-length content-type dnt expect host pragma te transfer-encoding upgrade upgrade-insecure-requests vary x-requested-with".split(
    " ",
  ),
);

/** Whether the name of a parameter or a cookie is one that a program gives. */
function isPlainName(name: string): boolean {
  return /^[a-z_][a-z_.:[\]-]{0,40}$/i.test(decoded(name)) && !looksRandom(name);
}

/** What of the removed values can still be read, as a sentence; nothing when none can. */
function leftIn(
  exchange: Exchange,
  { response, request }: Outcome,
  removed: readonly string[],
  literals: PolicyWords,
): string | undefined {
  const text = JSON.stringify([exchange, request, response?.headers]);
  const all = `${text}\n${decoded(text)}`;
  const isLong = (value: string): boolean => value.length >= 5 && /[\p{L}\p{N}]{3}/u.test(value);
  const values = removed.filter((value) => isLong(value) && !literals.has(value));
  if (values.some((value) => all.includes(value)))
    return "A value that has to be replaced stands elsewhere as well.";
  const mails = (all.match(emails) ?? []).filter(
    (mail) => !/(?:@|%40)example\.com$/i.test(mail) && !literals.has(mail),
  );
  return mails.length > 0 ? "An e-mail address would still be seen." : undefined;
}
