import type { CaseSettings } from "../cases/policy-case.ts";
import { defaults, type ConnectionInput, type Exchange } from "../exchange/exchange.ts";
import type { Body, HeaderInput } from "../exchange/message.ts";
import { shownText, shownValue } from "./shown.ts";

/** In characters. */
const longest = { url: 200, value: 60 };

/**
 * An exchange in one line: `POST https://example.com/ from 192.0.2.1 (NO) with x-a: 1; the upstream answers 404`.
 * What it does not say is as the defaults of exchanges have it.
 */
export function exchangeLine({
  connection = {},
  request,
  response,
  variables,
  ...others
}: Exchange): string {
  const { method = "GET", url = "", ...message } = request ?? {};
  const what = request === undefined ? "a connection" : `${method} ${shownText(url, longest.url)}`;
  const parts = [
    ...messageParts(message),
    ...connectionParts(connection),
    ...valueParts(variables ?? {}),
    ...valueParts(others),
  ];
  return [what, clientText(connection), withParts(parts), answerText(response)].join("");
}

/** Where a client is, as far as an exchange says it: an example says what the conditions read. */
function clientText({ clientIp, geo: { countryCode } = {} }: ConnectionInput): string {
  const country = countryCode === undefined ? undefined : shownText(countryCode, longest.value);
  if (clientIp === undefined) return country === undefined ? "" : ` from ${country}`;
  return ` from ${clientIp}${country === undefined ? "" : ` (${country})`}`;
}

function connectionParts(connection: ConnectionInput): string[] {
  const { clientIp: _address, geo = {}, ...others } = connection;
  const { countryCode: _country, ...otherGeo } = geo;
  return valueParts({ ...others, ...(Object.keys(otherGeo).length > 0 && { geo: otherGeo }) });
}

function answerText(response: Exchange["response"]): string {
  if (response === undefined) return "";
  const { status = 200, ...answer } = response ?? {};
  return `; the upstream answers ${status}${withParts(messageParts(answer))}`;
}

function withParts(parts: readonly string[]): string {
  return parts.length === 0 ? "" : ` with ${parts.join(", ")}`;
}

function messageParts({
  headers,
  cookies = {},
  body,
  bodySize,
  ...others
}: Omit<NonNullable<Exchange["response"]>, "status">): string[] {
  return [
    ...headerPairs(headers).map(([name, value]) => shownText(`${name}: ${value}`, longest.value)),
    ...Object.entries(cookies).map((one) => shownText(`cookie ${one.join("=")}`, longest.value)),
    ...(body === undefined ? [] : [`the body ${bodyText(body)}`]),
    ...(bodySize === undefined ? [] : [`a body of ${bodySize ?? "unknown many"} bytes`]),
    ...valueParts(others),
  ];
}

function headerPairs(headers: HeaderInput = []): (readonly [string, string])[] {
  if (isPairs(headers)) return [...headers];
  return Object.entries(headers).flatMap(([name, values = []]) =>
    [values].flat().map((value) => [name, value] as const),
  );
}

function isPairs(headers: HeaderInput): headers is Exclude<HeaderInput, Record<string, unknown>> {
  return Array.isArray(headers);
}

function bodyText(body: Body): string {
  return typeof body === "string" ? shownValue(body, longest.value) : `of ${body.length} bytes`;
}

function valueParts(value: object, path: readonly string[] = []): string[] {
  return Object.entries(value).flatMap(([key, one]: [string, unknown]) => {
    const keys = [...path, key];
    return isPlain(one)
      ? valueParts(one, keys)
      : [`${shownText(keys.join("."), longest.value)} ${shownValue(one, longest.value)}`];
  });
}

function isPlain(value: unknown): value is object {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date)
  );
}

/** How often an exchange took place before, where it is because of that: ` after 30 of the same`. */
export function timesText(times: number): string {
  return times === 1 ? "" : ` after ${times - 1} of the same`;
}

/** Method and URL of an exchange; empty without a request. */
export function askedOf({
  request,
}: {
  readonly request?: { readonly method?: string; readonly url: string };
}): string {
  if (request === undefined) return "";
  return `${request.method ?? defaults.request.method} ${request.url}`;
}

/** Who asks for what, as far as it is said: `GET https://example.com/ from 192.0.2.1 (NO)`. Of any length. */
export function titleOf(
  asked: string,
  { connection }: { readonly connection?: ConnectionInput },
): string {
  return `${asked === "" ? "a connection" : asked}${clientText(connection ?? {})}`;
}

/** Who asks for what, in a line, with what neither the URL nor a line of curl says: the time, say. */
export function exchangeTitle(
  exchange: Exchange & Pick<CaseSettings, "secrets" | "random">,
  times = 1,
): string {
  const title = shownText(titleOf(askedOf(exchange), exchange), longest.url);
  const { connection = {}, endpoint, response, time, variables, secrets, random } = exchange;
  const others = Object.entries({ endpoint, time, secrets, random });
  const parts = [
    ...connectionParts(connection),
    ...valueParts(variables ?? {}),
    ...valueParts(Object.fromEntries(others.filter(([, value]) => value !== undefined))),
  ];
  const isUsual = response === undefined || Object.keys(response).every((key) => key === "status");
  const answered = isUsual && (response?.status ?? 200) === 200 ? "" : answerText(response);
  return `${title}${withParts(parts)}${answered}${timesText(times)}`;
}
