import {
  isJsonObject,
  toPointer,
  type Part,
  type Problem,
  type Protocol,
} from "@traffic-policy/policy-language";
import {
  didYouMean,
  isToken,
  meantCountryCode,
  parseAddress,
  schemaProblems,
} from "@traffic-policy/policy-language/internal";
import type { Exchange } from "../exchange/exchange.ts";
import type { SimulationOptions } from "../options.ts";
import type { PlainValue } from "../expression/plain-value.ts";
import { exchangeSchema, type ExchangeFile } from "./exchange-schema.ts";
import { toTime } from "../variables/variable-value.ts";
import { withMeantParts } from "./meant-parts.ts";
import { variableTypes, variableValue } from "./known-variables.ts";

// Browsers and Node alike have it; types for either would bring all else of theirs.
declare const URL: { canParse(url: string): boolean };

/** Returns the problems of a value that should be an exchange. */
export function exchangeProblems(value: unknown): Problem[] {
  const found = withMeantParts(schemaProblems(exchangeSchema, value), value);
  if (found.length > 0) return found;
  const { connection, endpoint, request, response, variables = {} } = value as ExchangeFile;
  const problems: Problem[] = [];
  const tell: Tell = (path, message, help, part) =>
    void problems.push({ path, message, ...(help && { help }), ...(part && { part }) });
  checkTimes(value, "", tell);
  checkAddress(connection?.clientIp, "/connection/clientIp", tell);
  checkAddress(connection?.serverIp, "/connection/serverIp", tell);
  checkCountry(connection?.geo?.countryCode ?? "", tell);
  if (endpoint?.url !== undefined && !URL.canParse(endpoint.url)) {
    const message = `${JSON.stringify(endpoint.url)} is not the URL of an endpoint.`;
    const help = "Write an absolute URL, like https://example.com or tcp://example.com:443.";
    tell("/endpoint/url", message, help);
  }
  if (request?.method !== undefined && !isToken(request.method)) {
    const message = `${JSON.stringify(request.method)} is not an HTTP method.`;
    tell("/request/method", message, "Methods are words like GET or POST.");
  }
  if (request !== undefined) checkUrl(request.url, tell);
  checkMessage(request, "/request", tell);
  checkMessage(response, "/response", tell);
  for (const [name, given] of Object.entries(variables)) checkVariable(name, given, tell);
  return problems;
}

/**
 * Returns a conflict between an exchange and the protocol of a policy: HTTP needs a request, and other protocols have
 * no messages. The hint is about documents.
 */
export function protocolProblem(
  { request, response }: { readonly request?: unknown; readonly response?: unknown },
  protocol: Protocol,
): Problem | undefined {
  if (protocol === "http") {
    if (request !== undefined) return undefined;
    const message = "There is no request, but the policy is for http.";
    return { path: "", message, help: 'Add "request" with a URL.' };
  }
  if (request === undefined && response === undefined) return undefined;
  const odd = request === undefined ? "response" : "request";
  const message = `There is a ${odd}, but the policy is for ${protocol}, which sees only connections.`;
  return {
    path: `/${odd}`,
    message,
    help: `Remove the ${odd}; "connection" describes the client.`,
  };
}

/** Records a problem; `part` is `key` when the key itself is wrong. */
type Tell = (path: string, message: string, help?: string, part?: "key") => void;

const times = new Set([
  "/time",
  "/connection/start",
  "/connection/end",
  ...["client", "server"].flatMap((side) =>
    ["notBefore", "notAfter"].map((key) => `/connection/tls/${side}/${key}`),
  ),
  "/request/headerReceived",
  "/request/bodyReceived",
  "/response/headerSent",
  "/response/bodySent",
]);

function checkTimes(value: unknown, path: string, tell: Tell): void {
  if (times.has(path)) {
    if (toTime(value as string | number) !== undefined) return;
    const help = "Write date, time and zone as in RFC 3339, like 2024-01-31T00:00:00Z.";
    tell(path, `${JSON.stringify(value)} is not a time.`, help);
  } else if (isJsonObject(value)) {
    for (const [key, item] of Object.entries(value)) checkTimes(item, `${path}/${key}`, tell);
  }
}

function checkAddress(address: string | undefined, path: string, tell: Tell): void {
  if (address === undefined || parseAddress(address) !== undefined) return;
  const message = `${JSON.stringify(address)} is not an IP address.`;
  tell(path, message, "Write one like 192.0.2.7 or 2001:db8::7.");
}

function checkCountry(country: string, tell: Tell): void {
  const meant = meantCountryCode(country);
  if (country === "" || country === meant) return;
  const help = meant ? `Write ${meant}.` : "Write two letters of ISO 3166, like NO or BR.";
  tell("/connection/geo/countryCode", `${JSON.stringify(country)} is not a country code.`, help);
}

function checkUrl(url: string, tell: Tell): void {
  const shown = JSON.stringify(url);
  // eslint-disable-next-line no-control-regex
  const character = /[\u0000-\u0020\u007f]/.exec(url)?.[0];
  if (character !== undefined) {
    const percent = `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
    const help = `Write ${percent} for it, or quote the URL.`;
    tell("/request/url", `The URL ${shown} contains a character that no client sends.`, help);
  } else if (!(/^https?:\/\/[^/]/i.test(url) ? URL.canParse(url) : url.startsWith("/"))) {
    const help =
      "Write an absolute URL, like https://example.com/path?name=value, or a path that begins with a slash.";
    tell("/request/url", `${shown} is not the URL of a request.`, help);
  }
}

function checkMessage(
  message: ExchangeFile["request"] | ExchangeFile["response"],
  path: string,
  tell: Tell,
): void {
  for (const kind of ["headers", "trailers"] as const) {
    for (const [name, values] of Object.entries(message?.[kind] ?? {})) {
      checkHeader(name, values, `${path}/${kind}${toPointer([name])}`, tell);
    }
  }
  for (const [name, value] of Object.entries(message?.cookies ?? {})) {
    checkCookie(name, value, `${path}/cookies${toPointer([name])}`, tell);
  }
  if (message?.body !== undefined && message.bodyFile !== undefined) {
    const help = "Remove one of them.";
    tell(`${path}/bodyFile`, "There are both a body and a file for it.", help);
  }
}

function checkHeader(
  name: string,
  values: string | readonly string[],
  path: string,
  tell: Tell,
): void {
  if (!isToken(name)) {
    tell(path, `${JSON.stringify(name)} is not a valid header name.`, undefined, "key");
    return;
  }
  const message = `The value of the header "${name}" contains a character that is not allowed in headers.`;
  for (const [index, value] of [values].flat().entries()) {
    if (isFieldValue(value)) continue;
    const at = typeof values === "string" ? path : `${path}/${index}`;
    tell(at, message, "Remove line breaks and other control characters.");
  }
}

function checkCookie(name: string, value: string, path: string, tell: Tell): void {
  if (!isToken(name)) {
    tell(path, `${JSON.stringify(name)} is not a valid cookie name.`, undefined, "key");
  } else if (!isFieldValue(value) || value.includes(";")) {
    const message = `The value of the cookie "${name}" contains a character that is not allowed in cookies.`;
    tell(path, message, "Remove semicolons and control characters.");
  }
}

/** Source: RFC 9110, section 5.5. */
function isFieldValue(value: string): boolean {
  // eslint-disable-next-line no-control-regex
  return !/[\u0000-\u0008\u000a-\u001f\u007f]/.test(value);
}

function checkVariable(name: string, value: unknown, tell: Tell): void {
  const path = `/variables${toPointer([name])}`;
  if (!variableTypes.has(name)) {
    tell(path, `There is no variable "${name}".`, didYouMean(name, variableTypes.keys()), "key");
    return;
  }
  const converted = variableValue(name, value);
  if (!converted.ok) tell(path, converted.problem.message, converted.problem.help);
}

/** Returns the values beside the exchange itself that are needed to repeat it: secrets and a random number. */
export function givenWith({
  secrets,
  random,
}: ExchangeFile): Pick<SimulationOptions, "secrets" | "random"> {
  return {
    ...(secrets && { secrets }),
    ...(random !== undefined && { random: () => random }),
  };
}

/**
 * An exchange in which there are no problems as the engine takes it.
 *
 * @param read - reads a file that is named in it
 */
export function toExchange(given: ExchangeFile, read: (path: string) => Uint8Array): Exchange {
  const { $schema: _, request, response, variables, secrets: __, random: ___, ...rest } = given;
  return {
    ...rest,
    ...(request && { request: { ...withBody(request, read), url: withPath(request.url) } }),
    ...(response && { response: withBody(response, read) }),
    ...(variables && { variables: Object.fromEntries(Object.entries(variables).map(plain)) }),
  };
}

function withBody<Message extends { readonly bodyFile?: string }>(
  { bodyFile, ...message }: Message,
  read: (path: string) => Uint8Array,
): Omit<Message, "bodyFile"> & { body?: Uint8Array } {
  return bodyFile === undefined ? message : { ...message, body: read(bodyFile) };
}

function withPath(url: string): string {
  return url.replace(/^(https?:\/\/[^/?#]+)(?=[?#]|$)/i, "$1/");
}

function plain([name, value]: readonly [string, unknown]): [string, PlainValue] {
  const converted = variableValue(name, value);
  if (!converted.ok) throw new Error(converted.problem.message);
  return [name, converted.value];
}

/** A file that is not as its format has it. */
export class FormatError extends Error {
  override readonly name = "FormatError";
  /** JSON Pointer into the file. */
  readonly path: string;
  /** The part of the value that the problem is about; the whole value when left out. */
  readonly part: Part | undefined;
  /** A hint on how to fix the problem. */
  readonly help: string | undefined;

  constructor({
    path,
    part,
    message,
    help,
  }: Omit<Problem, "part"> & { readonly part?: Part | undefined }) {
    super(message);
    this.path = path;
    this.part = part;
    this.help = help;
  }
}
