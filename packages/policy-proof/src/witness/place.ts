import {
  camelCase,
  isToken,
  ownMember,
  parseAddress,
} from "@traffic-policy/policy-language/internal";
import { defaults, type RequestInput, type ResponseInput } from "@traffic-policy/policy-engine";
import { parseUrl, formatUrl, type UrlParts } from "@traffic-policy/policy-engine/internal";
import { usualRandom, usualSecret, type Example } from "./example.ts";

/**
 * The value of a part of an exchange; undefined when the part, such as a header, is absent, and a list when it
 * repeats.
 */
export type Value = string | number | boolean | undefined | readonly string[];

export interface Place {
  readonly key: string;
  readonly usual: (draft: Draft) => Value;
  readonly likely: readonly Value[];
  readonly accepts: (value: Value) => boolean;
  readonly shape?: (value: string, draft: Draft) => string;
  readonly put: (draft: Draft, value: Value) => void;
}

/** The time of exchanges unless conditions ask for another time. */
export const usualTime = "2024-01-01T00:00:00Z";

type Accepts = Place["accepts"];

function text(form: Pick<RegExp, "test">): Accepts {
  return (value) => typeof value === "string" && form.test(value);
}

function whole(from = 0, to = Number.MAX_SAFE_INTEGER): Accepts {
  return (value) => Number.isInteger(value) && Number(value) >= from && Number(value) <= to;
}

function orNone(accepts: Accepts): Accepts {
  return (value) => value === undefined || accepts(value);
}

function orMany(accepts: Accepts): Accepts {
  return orNone((value) => (Array.isArray(value) ? value.every(accepts) : accepts(value)));
}

// What text of a terminal shows, too.
const printed = /^[\u0020-\u007e]*$/;
// Spaces around the value of a header are not part of it.
const inHeader = /^(?! )[\u0020-\u007e]*(?<! )$/;
const inUrl = /^[!$&-;=?-Z_a-z~%]*$/;
const inPath = /^\/[!$&-;=@-Z_a-z~%]*$/;

interface PlaceOptions {
  readonly usual?: Value | Place["usual"];
  readonly likely?: readonly Value[];
  readonly accepts?: Accepts;
  readonly shape?: NonNullable<Place["shape"]>;
}

function place(
  key: string,
  put: Place["put"],
  { usual, likely = ["x", "y"], accepts = text(printed), shape }: PlaceOptions,
): Place {
  return {
    key,
    usual: typeof usual === "function" ? usual : () => usual,
    likely,
    accepts,
    ...(shape && { shape }),
    put,
  };
}

/** @param path - the keys in the exchange that lead to it */
function field(path: readonly string[], options: PlaceOptions = {}): Place {
  return place(path.join(" "), (draft, value) => draft.set(path, value), { usual: "", ...options });
}

function urlPart(
  key: "scheme" | "host" | "port" | "path" | "query",
  options: PlaceOptions = {},
): Place {
  const put = (draft: Draft, value: Value): void => {
    draft.url = { ...draft.url, [key]: value };
  };
  return place(key, put, { usual: (draft) => draft.url[key], ...options });
}

const hostForm = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i;

function address(key: "clientIp" | "serverIp"): Place {
  return field(["connection", key], {
    usual: defaults.connection[key],
    likely: ["203.0.113.9", "2001:db8::9"],
    accepts: text({ test: (value) => parseAddress(value) !== undefined }),
  });
}

function count(key: string, usual: number, to?: number): Place {
  return field(["connection", key], { usual, likely: [8443], accepts: whole(0, to) });
}

function geo(key: string, options?: PlaceOptions): Place {
  return field(["connection", "geo", key], options);
}

function tls(key: string, usual: string): Place {
  return field(["connection", "tls", key], { usual });
}

const wholeUrl = place(
  "url",
  (draft, value) => (draft.url = parseUrl(String(value)) ?? draft.url),
  {
    usual: "https://example.com/",
    likely: ["http://example.com/", "https://www.example/"],
    accepts: text(/^https?:\/\/[^/][!$&-;=?-Z_a-z~%]*$/),
    shape: (value, { url: { scheme, host } }) =>
      /^https?:\/\/[^/]/.test(value)
        ? value
        : `${scheme}://${host}${value.startsWith("/") ? "" : "/"}${value}`,
  },
);

const uri = place(
  "uri",
  (draft, value) => {
    const [path = "", query] = String(value).split(/\?(.*)/s);
    draft.url = { ...draft.url, path, ...(query !== undefined && { query }) };
  },
  {
    usual: "/",
    likely: ["/x"],
    accepts: text({ test: (value) => value.startsWith("/") && inUrl.test(value) }),
  },
);

const urlPath = urlPart("path", { likely: ["/x"], accepts: text(inPath) });
export const urlHost = urlPart("host", {
  likely: ["www.example"],
  // A host of capital letters is none that anybody would write.
  accepts: text({ test: (value) => hostForm.test(value) && !/^[A-Z]+$/.test(value) }),
});

const timeForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

function moment(...path: readonly string[]): Place {
  return field(path, { usual: undefined, likely: [], accepts: orNone(text(timeForm)) });
}

const places: Readonly<Record<string, Place>> = {
  "req.method": field(["request", "method"], {
    usual: defaults.request.method,
    likely: ["POST", "PUT"],
    accepts: text({ test: isToken }),
  }),
  "req.url": wholeUrl,
  "req.url.raw": wholeUrl,
  "req.url.path": urlPath,
  "req.url.raw_path": urlPath,
  "req.url.uri": uri,
  "req.url.query": urlPart("query", {
    usual: ({ url: { query = "" } }) => query,
    accepts: text(inUrl),
  }),
  "req.url.host": urlHost,
  "req.url.authority": urlHost,
  "req.host": urlHost,
  "req.url.scheme": urlPart("scheme", { likely: ["http"], accepts: text(/^https?$/) }),
  "req.url.port": urlPart("port", { likely: [8443], accepts: orNone(whole(1, 65_535)) }),
  "req.content_length": bodySize("request"),
  "req.version": field(["request", "version"], {
    usual: defaults.request.version,
    likely: ["HTTP/2.0", "HTTP/1.0"],
    accepts: text(/^HTTP\/\d(?:\.\d)?$/),
  }),
  "res.status_code": field(["response", "status"], {
    usual: defaults.response.status,
    likely: [404, 500, 101, 301],
    accepts: whole(100, 999),
  }),
  "res.content_length": bodySize("response"),
  "conn.client_ip": address("clientIp"),
  "conn.server_ip": address("serverIp"),
  "conn.client_port": count("clientPort", defaults.connection.clientPort, 65_535),
  "conn.server_port": count("serverPort", 443, 65_535),
  "conn.bytes_in": count("bytesIn", defaults.connection.bytesIn),
  "conn.bytes_out": count("bytesOut", defaults.connection.bytesOut),
  "conn.geo.city": geo("city"),
  "conn.geo.country": geo("country"),
  "conn.geo.country_code": geo("countryCode", { likely: ["US", "DE"] }),
  "conn.geo.latitude": geo("latitude"),
  "conn.geo.longitude": geo("longitude"),
  "conn.geo.radius": geo("radius"),
  "conn.geo.subdivision": geo("subdivision"),
  "conn.tls.version": tls("version", defaults.tls.version),
  "conn.tls.cipher_suite": tls("cipherSuite", defaults.tls.cipherSuite),
  "conn.tls.sni": tls("sni", defaults.request.host),
  "time.now": field(["time"], {
    usual: usualTime,
    likely: [],
    accepts: text(timeForm),
  }),
  "conn.ts.start": moment("connection", "start"),
  "conn.ts.end": moment("connection", "end"),
  "req.ts.header_received": moment("request", "headerReceived"),
  "req.ts.body_received": moment("request", "bodyReceived"),
  "res.ts.header_sent": moment("response", "headerSent"),
  "res.ts.body_sent": moment("response", "bodySent"),
  "endpoint.id": field(["endpoint", "id"], { usual: undefined, likely: ["ep_1", "ep_2"] }),
};

function placeInCertificate(name: string, kind: string): Place | undefined {
  const [, side = "", fields = ""] = /^conn\.tls\.(client|server)\.(.+)$/.exec(name) ?? [];
  const keys = fields.split(".").filter((key) => key !== "san" && key !== "validity");
  if (side === "" || keys.length === 0) return undefined;
  const path = ["connection", "tls", side, ...keys.map(camelCase)];
  switch (kind) {
    case "timestamp":
      return moment(...path);
    case "list":
      return place(path.join(" "), (draft, value) => draft.set(path, [value].flat()), {
        accepts: orMany(text(printed)),
      });
    case "string":
      // The whole name is made of its parts.
      return ["san", "subject", "issuer"].includes(fields)
        ? undefined
        : field(path, { usual: undefined, accepts: orNone(text(printed)) });
    default:
      return undefined;
  }
}

const types: Readonly<Record<string, string>> = {
  string: "string",
  int: "number",
  bool: "boolean",
};

export function placeOfVariable(name: string, kind: string): Place | undefined {
  const type = ownMember(types, kind);
  const known = ownMember(places, name) ?? placeInCertificate(name, kind);
  if (known !== undefined || type === undefined) return known;
  return field(["variables", name], {
    usual: undefined,
    likely: [],
    accepts: (value) => typeof value === type,
  });
}

export function bodySize(of: "request" | "response"): Place {
  return field([of, "bodySize"], { usual: undefined, likely: [8443], accepts: orNone(whole()) });
}

export function header(of: "request" | "response", name: string): Place {
  return field([of, "headers", name], {
    // The engine adds it.
    usual: of === "request" && name === "host" ? ({ url }) => url.host : undefined,
    ...(name === "accept-encoding" && { likely: ["gzip", "br"] }),
    accepts: orMany((value) => isToken(name) && text(inHeader)(value)),
  });
}

export function cookie(of: "request" | "response", name: string): Place {
  return field([of, "cookies", name], {
    usual: undefined,
    accepts: orNone((value) => isToken(name) && text(/^[!#-+\--:<-[\]-~]*$/)(value)),
  });
}

export function param(name: string): Place {
  const put = (draft: Draft, value: Value): void => {
    for (const one of Array.isArray(value) ? value : [value]) draft.addParam(name, String(one));
  };
  return place(`param ${name}`, put, { accepts: orMany((value) => typeof value === "string") });
}

export function secret(vault: string, name: string): Place {
  return field(["secrets", vault, name], { usual: usualSecret });
}

export const randomNumber = field(["random"], {
  usual: usualRandom,
  likely: [0.25, 0.75, 0],
  accepts: (value) => typeof value === "number" && value >= 0 && value < 1,
});

export class Draft {
  url: UrlParts;
  readonly #params: string[] = [];
  readonly #fields: Fields = new Map();

  constructor(base: string) {
    const { scheme, host } = defaults.request;
    this.url = parseUrl(base) ?? { scheme, host, path: "/" };
  }

  /** @param path - the keys in the exchange that lead to the value: `request`, `headers`, `x-id` */
  set(path: readonly string[], value: unknown): void {
    let fields = this.#fields;
    for (const key of path.slice(0, -1)) {
      const inner = (fields.get(key) ?? new Map()) as Fields;
      fields.set(key, inner);
      fields = inner;
    }
    fields.set(path.at(-1) ?? "", value);
  }

  addParam(name: string, value: string): void {
    this.#params.push(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  }

  /** @param has - the messages to include, even when they are empty */
  toExchange(has: {
    readonly request: boolean;
    readonly response: boolean;
    readonly stream?: string;
  }): Example {
    const { connection, endpoint, request, response, time, variables, secrets, random } = objectOf(
      this.#fields,
    ) as Example;
    return {
      ...(connection && { connection }),
      ...(endpoint && { endpoint }),
      ...(has.request && { request: this.#request(request) }),
      ...(has.response && { response: this.#response(response, has.stream) }),
      ...(time !== undefined && { time }),
      ...(variables && { variables }),
      ...(secrets && { secrets }),
      ...(random !== undefined && { random }),
    };
  }

  #response(given: Partial<ResponseInput> = {}, stream?: string): ResponseInput {
    const type = (given.headers as Readonly<Record<string, unknown>> | undefined)?.["content-type"];
    // Another body would be none that a stream has.
    const isStream = typeof type === "string" && /^text\/event-stream\b/i.test(type);
    return {
      ...defaults.response,
      ...given,
      ...(isStream && stream !== undefined && { body: stream }),
    };
  }

  #request({ method, ...fields }: Partial<RequestInput> = {}): RequestInput {
    const query = [...(this.url.query ? [this.url.query] : []), ...this.#params].join("&");
    const url = formatUrl(query === "" ? this.url : { ...this.url, query });
    return { ...(method !== undefined && { method }), url, ...fields };
  }
}

type Fields = Map<string, unknown>;

function objectOf(fields: Fields): unknown {
  return Object.fromEntries(
    [...fields].map(([key, value]) => [key, value instanceof Map ? objectOf(value) : value]),
  );
}
