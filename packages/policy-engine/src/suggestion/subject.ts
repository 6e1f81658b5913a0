import {
  isToken,
  meantCountryCode,
  ownMember,
  parseAddress,
  parseType,
  variablesOf,
  type Dialect,
} from "@traffic-policy/policy-language";
import { defaults } from "../exchange/defaults.ts";
import { parseUrl } from "../exchange/url.ts";
import type { Draft } from "./draft.ts";

/** A value that a request can be given; nothing for a header or the like that is not there. */
export type Value = string | number | boolean | undefined;

/** Something of an exchange that can be given a value. */
export interface Subject {
  /** The same for all conditions about it. */
  readonly key: string;
  /** What it is when nobody says. */
  readonly usual: Value;
  /** A value that it can have, near the one that is wanted; nothing when there is none. */
  shape(wanted: Value, draft: Draft): Value;
  put(draft: Draft, value: Value): void;
}

/** When exchanges take place unless conditions ask for another time. */
export const usualTime = "2024-01-01T00:00:00Z";

type Put = (draft: Draft, value: string) => void;

// What a header can have in it that text of a terminal shows, too.
const printed = /^[\u0020-\u007e]*$/;
const inUrl = /^[!$&-;=@-Z_a-z~%]*$/;

/** A header of a message: text, or nothing when it is not there. */
export function headerSubject(of: "request" | "response", name: string): Subject {
  const key = name.toLowerCase();
  return {
    key: `${of} header ${key}`,
    // The engine adds it.
    usual: of === "request" && key === "host" ? defaults.request.host : undefined,
    shape: (wanted) =>
      isToken(key) && (wanted === undefined || isText(wanted, printed)) ? wanted : unshaped,
    put: (draft, value) => set(draft.headers[of], key, value),
  };
}

/** A cookie of a message. */
export function cookieSubject(of: "request" | "response", name: string): Subject {
  return {
    key: `${of} cookie ${name}`,
    usual: undefined,
    shape: (wanted) =>
      isToken(name) && (wanted === undefined || isText(wanted, /^[!#-+\--:<-[\]-~]*$/))
        ? wanted
        : unshaped,
    put: (draft, value) => set(draft.cookies[of], name, value),
  };
}

/** A parameter of the query string. */
export function paramSubject(name: string): Subject {
  return {
    key: `param ${name}`,
    usual: undefined,
    shape: (wanted) => (wanted === undefined || typeof wanted === "string" ? wanted : unshaped),
    put: (draft, value) => set(draft.params, name, value),
  };
}

/** What no value has become: `undefined` is one. */
const unshaped = Number.NaN;

function set(map: Map<string, string>, key: string, value: Value): void {
  if (value === undefined) map.delete(key);
  else map.set(key, String(value));
}

function isText(value: Value, form: RegExp): value is string {
  return typeof value === "string" && form.test(value);
}

function textSubject(
  key: string,
  put: Put,
  {
    usual = "",
    form = printed,
    shape = (text: string): string => text,
  }: {
    usual?: string;
    form?: Pick<RegExp, "test">;
    shape?: (text: string, draft: Draft) => string;
  } = {},
): Subject {
  return {
    key,
    usual,
    shape: (wanted, draft) => {
      if (typeof wanted !== "string") return unshaped;
      const shaped = shape(wanted, draft);
      return form.test(shaped) ? shaped : unshaped;
    },
    put: (draft, value) => put(draft, String(value)),
  };
}

function numberSubject(
  key: string,
  put: (draft: Draft, value: number) => void,
  { usual = 0, from = 0, to = Number.MAX_SAFE_INTEGER } = {},
): Subject {
  return {
    key,
    usual,
    shape: (wanted) =>
      Number.isInteger(wanted) && (wanted as number) >= from && (wanted as number) <= to
        ? wanted
        : unshaped,
    put: (draft, value) => put(draft, Number(value)),
  };
}

const withSlash = (text: string): string => (text.startsWith("/") ? text : `/${text}`);

const path = textSubject("path", (draft, value) => (draft.url = { ...draft.url, path: value }), {
  usual: "/",
  form: inUrl,
  shape: withSlash,
});

const hostForm = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i;

const host = textSubject("host", (draft, value) => (draft.url = { ...draft.url, host: value }), {
  usual: defaults.request.host,
  // Methods and countries, which are tried with everything, are not what hosts look like.
  form: { test: (text) => hostForm.test(text) && !/^[A-Z]+$/.test(text) },
});

const url = textSubject("url", (draft, value) => (draft.url = parseUrl(value) ?? draft.url), {
  usual: "https://example.com/",
  form: /^https?:\/\/[!$&-;=?-Z_a-z~%]*$/,
  shape: (text, draft) =>
    /^https?:\/\/[^/]/.test(text)
      ? text
      : `${draft.url.scheme}://${draft.url.host}${withSlash(text)}`,
});

const uri = textSubject(
  "uri",
  (draft, value) => {
    const [before = "", query] = value.split(/\?(.*)/s);
    draft.url = { ...draft.url, path: before, ...(query !== undefined && { query }) };
  },
  { usual: "/", form: /^[!$&-;=?-Z_a-z~%]*$/, shape: withSlash },
);

const query = textSubject("query", (draft, value) => (draft.url = { ...draft.url, query: value }), {
  form: /^[!$&-;=?-Z_a-z~%]*$/,
});

const clientIp = address("clientIp", defaults.connection.clientIp);

function address(key: "clientIp" | "serverIp", usual: string): Subject {
  return {
    key,
    usual,
    shape: (wanted) =>
      typeof wanted === "string" && parseAddress(wanted) !== undefined ? wanted : unshaped,
    put: (draft, value) => (draft.connection[key] = String(value)),
  };
}

function port(key: "clientPort" | "serverPort" | "bytesIn" | "bytesOut", usual: number): Subject {
  const to = key.startsWith("bytes") ? Number.MAX_SAFE_INTEGER : 65_535;
  return numberSubject(key, (draft, value) => (draft.connection[key] = value), { usual, to });
}

function geo(key: string, form?: Pick<RegExp, "test">): Subject {
  const put: Put = (draft, value) => {
    draft.connection.geo = { ...draft.connection.geo, [key]: value };
  };
  return textSubject(`geo ${key}`, put, form && { form });
}

const countryCode = { test: (text: string) => text === "" || meantCountryCode(text) === text };

function tls(key: string, usual: string): Subject {
  const put: Put = (draft, value) => {
    draft.connection.tls = { ...draft.connection.tls, [key]: value };
  };
  return textSubject(`tls ${key}`, put, { usual });
}

const required = (subject: Subject): Subject => ({
  ...subject,
  // The variable of a header that is not there is empty text.
  usual: subject.usual ?? "",
  shape: (wanted, draft) => subject.shape(wanted === "" ? undefined : wanted, draft) ?? "",
  put: (draft, value) => subject.put(draft, value === "" ? undefined : value),
});

/** One that has no value when nobody says. */
function optional(subject: Subject): Subject {
  return {
    ...subject,
    usual: undefined,
    shape: (wanted, draft) => (wanted === undefined ? undefined : subject.shape(wanted, draft)),
  };
}

const variables: Readonly<Record<string, Subject>> = {
  "req.method": textSubject("method", (draft, value) => (draft.method = value), {
    usual: defaults.request.method,
    form: { test: isToken },
  }),
  "req.url": url,
  "req.url.raw": url,
  "req.url.path": path,
  "req.url.raw_path": path,
  "req.url.uri": uri,
  "req.url.query": query,
  "req.url.host": host,
  "req.url.authority": host,
  "req.host": host,
  "req.url.scheme": textSubject(
    "scheme",
    (draft, value) => (draft.url = { ...draft.url, scheme: value }),
    { usual: "https", form: /^https?$/ },
  ),
  "req.url.port": optional(
    numberSubject("port", (draft, value) => (draft.url = { ...draft.url, port: value }), {
      from: 1,
      to: 65_535,
    }),
  ),
  "req.content_length": optional(
    numberSubject("bodySize", (draft, value) => (draft.bodySize = value)),
  ),
  "req.content_type": required(headerSubject("request", "content-type")),
  "req.content_type.raw": required(headerSubject("request", "content-type")),
  "req.user_agent": required(headerSubject("request", "user-agent")),
  "req.location": required(headerSubject("request", "location")),
  "req.version": textSubject("version", (draft, value) => (draft.version = value), {
    usual: defaults.request.version,
    form: /^HTTP\/\d(?:\.\d)?$/,
  }),
  "res.status_code": numberSubject("status", (draft, value) => (draft.responseStatus = value), {
    usual: defaults.response.status,
    from: 100,
    to: 999,
  }),
  "res.content_length": optional(
    numberSubject("responseBodySize", (draft, value) => (draft.responseBodySize = value)),
  ),
  "res.content_type": required(headerSubject("response", "content-type")),
  "res.content_type.raw": required(headerSubject("response", "content-type")),
  "res.location": required(headerSubject("response", "location")),
  "conn.client_ip": clientIp,
  "conn.server_ip": address("serverIp", defaults.connection.serverIp),
  "conn.client_port": port("clientPort", defaults.connection.clientPort),
  "conn.server_port": port("serverPort", 443),
  "conn.bytes_in": port("bytesIn", defaults.connection.bytesIn),
  "conn.bytes_out": port("bytesOut", defaults.connection.bytesOut),
  "conn.geo.city": geo("city"),
  "conn.geo.country": geo("country"),
  "conn.geo.country_code": geo("countryCode", countryCode),
  "conn.geo.latitude": geo("latitude"),
  "conn.geo.longitude": geo("longitude"),
  "conn.geo.radius": geo("radius"),
  "conn.geo.subdivision": geo("subdivision"),
  "conn.tls.version": tls("version", defaults.tls.version),
  "conn.tls.cipher_suite": tls("cipherSuite", defaults.tls.cipherSuite),
  "conn.tls.sni": tls("sni", defaults.request.host),
  "time.now": textSubject("time", (draft, value) => (draft.time = value), {
    usual: usualTime,
    form: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/,
  }),
  "endpoint.id": textSubject("endpoint id", (draft, value) => (draft.endpoint["id"] = value)),
};

/** A variable of text, a number or a boolean; nothing for another one. */
export function variableSubject(name: string, dialect: Dialect): Subject | undefined {
  const definition = variablesOf(dialect).find((variable) => variable.name === name);
  if (definition === undefined) return undefined;
  const { renamedTo } = definition;
  if (renamedTo !== undefined) {
    const subject = variableSubject(renamedTo, dialect);
    const wasText = parseType(definition.type).kind === "string";
    return wasText && typeof subject?.usual === "number" ? asText(subject) : subject;
  }
  const known = ownMember(variables, name);
  if (known !== undefined) return known;
  const { kind } = parseType(definition.type);
  if (kind !== "string" && kind !== "int" && kind !== "bool") return undefined;
  return {
    key: `variable ${name}`,
    usual: undefined,
    shape: (wanted) => (typeof wanted === typeOf[kind] ? wanted : unshaped),
    put: (draft, value) => {
      if (value !== undefined) draft.variables.set(name, value);
    },
  };
}

/** A number of which an earlier name of the variable is text. */
function asText(subject: Subject): Subject {
  return {
    key: `${subject.key} as text`,
    usual: String(subject.usual),
    shape: (wanted, draft) => {
      const value = subject.shape(Number(wanted), draft);
      return Number.isNaN(value) || value === undefined ? unshaped : String(value);
    },
    put: (draft, value) => subject.put(draft, Number(value)),
  };
}

const typeOf = { string: "string", int: "number", bool: "boolean" } as const;
