import {
  ExchangeError,
  type ConnectionInput,
  type Exchange,
  type RequestInput,
} from "@traffic-policy/policy-engine";
import { httpToken } from "@traffic-policy/policy-logic/internal";
import { DatabaseError } from "./database.ts";
import { headersIn, type FieldName, type HeadersOf, type LogRecord } from "./fields.ts";

/**
 * Converts a log record to an exchange. Missing values get the defaults of an exchange, so the caller must know that
 * the policy reads none of them.
 *
 * @throws ExchangeError for a record that was never a request: a method or a path that HTTP does not allow
 */
export function exchangeOf({ fields, headers }: LogRecord): Exchange {
  const text = (name: FieldName): string | undefined => {
    const value = fields[name];
    return value === null || value === undefined ? undefined : String(value);
  };
  const number = (name: FieldName): number | undefined => {
    const value = text(name);
    return value === undefined ? undefined : Number(value);
  };
  const time = (name: FieldName): string | undefined => {
    const value = text(name);
    return value === undefined ? undefined : timeText(BigInt(value));
  };
  const [scheme, host, uri, length] = [
    text("scheme"),
    text("host"),
    text("uri"),
    number("content_length"),
  ];
  checkRequest(text("method"), uri);
  const connection = withoutUndefined<ConnectionInput>({
    clientIp: text("client_ip"),
    clientPort: number("client_port"),
    bytesIn: number("bytes_in"),
    bytesOut: number("bytes_out"),
    start: time("connection_start"),
    end: time("connection_end"),
    geo: withoutUndefined({
      city: text("city"),
      country: text("country"),
      countryCode: text("country_code"),
      subdivision: text("subdivision"),
    }),
    tls:
      scheme?.toLowerCase() === "http"
        ? undefined
        : withoutUndefined({
            version: text("tls_version"),
            cipherSuite: text("cipher_suite"),
            sni: text("sni"),
          }),
  });
  const told = [uri, host, text("method"), text("version"), length, headers.request];
  const request = told.every((value) => value === undefined)
    ? undefined
    : withoutUndefined<RequestInput>({
        url: `${scheme ?? "https"}://${host ?? "example.com"}${uri ?? "/"}`,
        method: text("method"),
        version: text("version"),
        headers: without(headers.request, [
          ...(host === undefined ? [] : ["host"]),
          ...(length === undefined ? [] : ["content-length"]),
        ]),
        bodySize: length === undefined ? undefined : length < 0 ? undefined : length,
      });
  const status = number("status");
  const when = time("time");
  return {
    connection,
    ...(request && { request }),
    // Without a response, rules for responses would not run.
    ...(request && {
      response: withoutUndefined({ status: status ?? 200, headers: headers.response }),
    }),
    ...(when !== undefined && { time: when }),
  };
}

function without(
  headers: LogRecord["headers"]["request"],
  names: readonly string[],
): typeof headers {
  return (
    headers && Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)))
  );
}

function withoutUndefined<T extends object>(given: { [Key in keyof T]: T[Key] | undefined }): T {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as T;
}

function timeText(nanoseconds: bigint): string {
  const second = 1_000_000_000n;
  const rest = ((nanoseconds % second) + second) % second;
  const date = new Date(Number((nanoseconds - rest) / 1_000_000n)).toISOString().slice(0, 19);
  const digits = String(rest).padStart(9, "0").replace(/0+$/, "");
  return digits === "" ? `${date}Z` : `${date}.${digits}Z`;
}

/**
 * Parses a database's JSON for a record, with the columns of the log as members.
 *
 * @throws DatabaseError when the text is not a JSON object of that form
 */
export function readRecord(text: string): LogRecord {
  const values = valuesIn(text);
  const fields: Record<string, string | null> = {};
  const headers: Partial<Record<HeadersOf, Record<string, readonly string[]>>> = {};
  for (const [name, value] of Object.entries(values)) {
    const told = headersIn(name);
    if (told === undefined) {
      if (value === null || typeof value === "string") fields[name] = value;
    } else if (value !== null && typeof value === "object") {
      const own = (headers[told.of] ??= {});
      if (told.name === undefined) Object.assign(own, value);
      else own[told.name] = value as readonly string[];
    }
  }
  return { fields, headers };
}

type Values = Readonly<Record<string, string | null | Lists | readonly string[]>>;

function valuesIn(text: string): Values {
  try {
    const values: unknown = JSON.parse(text);
    if (typeof values === "object" && values !== null && !Array.isArray(values)) {
      return values as Values;
    }
  } catch {
    // It is no JSON, which is the same.
  }
  throw new DatabaseError(`A row is no record of the log: ${text.slice(0, 200)}`);
}

type Lists = Readonly<Record<string, readonly string[]>>;

const isToken = new RegExp(`^${httpToken}$`);

function checkRequest(method: string | undefined, uri: string | undefined): void {
  const isMethod = method === undefined || isToken.test(method);
  if (isMethod && (uri === undefined || (uri.startsWith("/") && !hasControls(uri)))) return;
  const what = isMethod ? `"${uri ?? ""}" is not the path` : `"${method ?? ""}" is not the method`;
  throw new ExchangeError(`${what} of a request.`, "Only requests for a path are simulated.");
}

function hasControls(text: string): boolean {
  return [...text].some((character) => character < " " || character === "\x7f");
}
