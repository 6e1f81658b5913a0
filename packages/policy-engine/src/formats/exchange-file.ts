import {
  didYouMean,
  isJsonObject,
  isToken,
  meantCountryCode,
  parseAddress,
  schemaProblems,
  toPointer,
  type Problem,
} from "@traffic-policy/policy-language";
import type { Exchange } from "../exchange/exchange.ts";
import type { PlainValue } from "../expression/values.ts";
import { exchangeSchema, type ExchangeFile } from "./exchange-schema.ts";
import { toTime, variableTypes, variableValue } from "./variable-value.ts";

// Browsers and Node alike have it; types for either would bring all else of theirs.
declare const URL: { canParse(url: string): boolean };

/** What is wrong with a value that should be an exchange. */
export function exchangeProblems(value: unknown): Problem[] {
  const found = schemaProblems(exchangeSchema, value);
  if (found.length > 0) return found;
  const exchange = value as ExchangeFile;
  return [
    ...timeProblems(exchange, ""),
    ...connectionProblems(exchange),
    ...requestProblems(exchange),
    ...messageProblems(exchange, "request"),
    ...messageProblems(exchange, "response"),
    ...variableProblems(exchange.variables ?? {}),
  ];
}

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

function timeProblems(value: unknown, path: string): Problem[] {
  if (times.has(path)) {
    if (toTime(value as string | number) !== undefined) return [];
    return [
      {
        path,
        message: `${JSON.stringify(value)} is not a time.`,
        help: "Write date, time and zone as RFC 3339 has them, like 2024-01-31T00:00:00Z.",
      },
    ];
  }
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => timeProblems(item, `${path}/${key}`));
}

function connectionProblems({ connection, endpoint }: ExchangeFile): Problem[] {
  const problems: Problem[] = [];
  for (const key of ["clientIp", "serverIp"] as const) {
    const address = connection?.[key];
    if (address === undefined || parseAddress(address) !== undefined) continue;
    problems.push({
      path: `/connection/${key}`,
      message: `${JSON.stringify(address)} is not an IP address.`,
      help: "Write one like 192.0.2.7 or 2001:db8::7.",
    });
  }
  const country = connection?.geo?.countryCode ?? "";
  const meant = meantCountryCode(country);
  if (country !== "" && country !== meant) {
    problems.push({
      path: "/connection/geo/countryCode",
      message: `${JSON.stringify(country)} is no country code.`,
      help:
        meant === undefined ? "Write two letters of ISO 3166, like NO or BR." : `Write ${meant}.`,
    });
  }
  if (endpoint?.url !== undefined && !URL.canParse(endpoint.url)) {
    problems.push({
      path: "/endpoint/url",
      message: `${JSON.stringify(endpoint.url)} is not the URL of an endpoint.`,
      help: "Write an absolute URL, like https://example.com or tcp://example.com:443.",
    });
  }
  return problems;
}

function requestProblems({ request }: ExchangeFile): Problem[] {
  if (request === undefined) return [];
  const problems: Problem[] = [];
  const { method, url } = request;
  if (method !== undefined && !isToken(method)) {
    problems.push({
      path: "/request/method",
      message: `${JSON.stringify(method)} cannot be an HTTP method.`,
      help: "Methods are words like GET or POST.",
    });
  }
  const problem = urlProblem(url);
  if (problem !== undefined) problems.push({ path: "/request/url", ...problem });
  return problems;
}

function urlProblem(url: string): Pick<Problem, "message" | "help"> | undefined {
  const shown = JSON.stringify(url);
  // eslint-disable-next-line no-control-regex
  const character = /[\u0000-\u0020\u007f]/.exec(url)?.[0];
  if (character !== undefined) {
    const percent = `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
    return {
      message: `The URL ${shown} has a character in it that no client sends.`,
      help: `Write ${percent} for it, or put the URL in quotes of its own.`,
    };
  }
  if (/^https?:\/\/[^/]/i.test(url) ? URL.canParse(url) : url.startsWith("/")) return undefined;
  return {
    message: `${shown} is not the URL of a request.`,
    help: "Write an absolute URL, like https://example.com/path?name=value, or a path that begins with a slash.",
  };
}

function messageProblems(exchange: ExchangeFile, kind: "request" | "response"): Problem[] {
  const message = exchange[kind];
  if (message === undefined) return [];
  const problems = [
    ...headerProblems(message.headers, `/${kind}/headers`),
    ...headerProblems(message.trailers, `/${kind}/trailers`),
    ...cookieProblems(message.cookies, `/${kind}/cookies`),
  ];
  if (message.body !== undefined && message.bodyFile !== undefined) {
    problems.push({
      path: `/${kind}/bodyFile`,
      message: "There is a body, and a file for it as well.",
      help: "Leave out one of them.",
    });
  }
  return problems;
}

function headerProblems(
  headers: Readonly<Record<string, string | readonly string[]>> = {},
  path: string,
): Problem[] {
  return Object.entries(headers).flatMap(([name, values]): Problem[] => {
    const at = path + toPointer([name]);
    if (!isToken(name)) {
      const message = `${JSON.stringify(name)} cannot be the name of a header.`;
      return [{ path: at, part: "key", message }];
    }
    return [values].flat().flatMap((value, index): Problem[] =>
      isFieldValue(value)
        ? []
        : [
            {
              path: typeof values === "string" ? at : `${at}/${index}`,
              message: `The value of the header "${name}" has a character in it that no header can have.`,
              help: "Leave out line breaks and other control characters.",
            },
          ],
    );
  });
}

function cookieProblems(cookies: Readonly<Record<string, string>> = {}, path: string): Problem[] {
  return Object.entries(cookies).flatMap(([name, value]): Problem[] => {
    const at = path + toPointer([name]);
    if (!isToken(name)) {
      const message = `${JSON.stringify(name)} cannot be the name of a cookie.`;
      return [{ path: at, part: "key", message }];
    }
    if (isFieldValue(value) && !value.includes(";")) return [];
    const message = `The value of the cookie "${name}" has a character in it that no cookie can have.`;
    return [{ path: at, message, help: "Leave out semicolons and control characters." }];
  });
}

/** Source: RFC 9110, section 5.5. */
function isFieldValue(value: string): boolean {
  // eslint-disable-next-line no-control-regex
  return !/[\u0000-\u0008\u000a-\u001f\u007f]/.test(value);
}

function variableProblems(given: Readonly<Record<string, unknown>>): Problem[] {
  return Object.entries(given).flatMap(([name, value]): Problem[] => {
    const path = `/variables${toPointer([name])}`;
    if (!variableTypes.has(name)) {
      const help = didYouMean(name, variableTypes.keys());
      const message = `There is no variable "${name}".`;
      return [{ path, part: "key", message, ...(help !== undefined && { help }) }];
    }
    const converted = variableValue(name, value);
    return converted.ok ? [] : [{ path, ...converted.problem }];
  });
}

/**
 * An exchange in which there are no problems as the engine takes it.
 *
 * @param read - reads a file that is named in it
 */
export function toExchange(given: ExchangeFile, read: (path: string) => Uint8Array): Exchange {
  const { $schema: _, request, response, variables, ...rest } = given;
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

/** A URL without a path is sent with `/` in its place. */
function withPath(url: string): string {
  return url.replace(/^(https?:\/\/[^/?#]+)(?=[?#]|$)/i, "$1/");
}

function plain([name, value]: readonly [string, unknown]): [string, PlainValue] {
  const converted = variableValue(name, value);
  if (!converted.ok) throw new Error(converted.problem.message);
  return [name, converted.value];
}
