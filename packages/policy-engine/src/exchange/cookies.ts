/** A cookie with the fields of the catalogue; fields that are not set are empty. */
export interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly domain: string;
  /** The year 1 when it is not set, as in Go. */
  readonly expires: Date;
  readonly http_only: boolean;
  /** In seconds. */
  readonly max_age: number;
  readonly path: string;
  readonly same_site: string;
  readonly secure: boolean;
  readonly unparsed_attributes: Readonly<Record<string, string>>;
  readonly Secure: boolean;
  readonly Value: string;
}

const never = new Date("0001-01-01T00:00:00Z");
const none = {};

export function cookieOf(name: string, value: string): Cookie {
  return {
    name,
    value,
    domain: "",
    expires: never,
    http_only: false,
    max_age: 0,
    path: "",
    same_site: "",
    secure: false,
    unparsed_attributes: none,
    Secure: false,
    Value: value,
  };
}

/** Parses `cookie` headers, in order; several cookies may share a name. */
export function parseCookies(headers: readonly string[]): Cookie[] {
  const cookies: Cookie[] = [];
  for (const header of headers) {
    for (const pair of header.split(";")) {
      const found = nameAndValue(pair);
      if (found !== undefined) cookies.push(found);
    }
  }
  return cookies;
}

/**
 * Parses `set-cookie` headers. Cookies with the longest path come first, as the service orders them. Source: RFC
 * 6265, section 5.2.
 */
export function parseSetCookies(headers: readonly string[]): Cookie[] {
  const cookies = headers.flatMap((header) => {
    const [pair = "", ...attributes] = header.split(";");
    const found = nameAndValue(pair);
    if (found === undefined) return [];
    const unparsed: [name: string, value: string][] = [];
    const fields: Partial<Cookie>[] = [];
    for (const attribute of attributes) {
      const [name, value] = split(attribute);
      const read = readAttribute(name.toLowerCase(), value);
      if (read !== undefined) fields.push(read);
      else if (name !== "") unparsed.push([name, value]);
    }
    const others = { unparsed_attributes: Object.fromEntries(unparsed) };
    return [Object.assign(found, ...fields, others) as Cookie];
  });
  return cookies.toSorted((one, other) => other.path.length - one.path.length);
}

export function byName(cookies: readonly Cookie[]): ReadonlyMap<string, readonly Cookie[]> {
  const named = new Map<string, Cookie[]>();
  for (const cookie of cookies) {
    const others = named.get(cookie.name);
    if (others === undefined) named.set(cookie.name, [cookie]);
    else others.push(cookie);
  }
  return named;
}

function readAttribute(name: string, value: string): Partial<Cookie> | undefined {
  switch (name) {
    case "domain":
      return { domain: value };
    case "path":
      return { path: value };
    case "secure":
      return { secure: true, Secure: true };
    case "httponly":
      return { http_only: true };
    case "samesite":
      return { same_site: value };
    case "max-age":
      // Go ignores what does not fit into 64 bits.
      return /^-?\d{1,18}$/.test(value) ? { max_age: Number(value) } : undefined;
    case "expires": {
      const expires = parseExpires(value);
      return expires && { expires };
    }
    default:
      return undefined;
  }
}

// The forms that Go reads, in UTC only: of another time zone, its name says too little.
const expiresForm =
  /^[a-z]{3}, (\d\d)([ -])([a-z]{3})\2(\d{4}) ((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d) (?:GMT|UTC)$/i;

function parseExpires(text: string): Date | undefined {
  const [, day = "", , month = "", year = "", time = ""] = expiresForm.exec(text) ?? [];
  const date = new Date(`${day} ${month} ${year} ${time} GMT`);
  // For JavaScript, 31 February is in March.
  return date.getUTCDate() === Number(day) ? date : undefined;
}

function nameAndValue(pair: string): Cookie | undefined {
  const [name, value] = split(pair);
  if (name === "" || !pair.includes("=")) return undefined;
  const isQuoted = value.length > 1 && value.startsWith('"') && value.endsWith('"');
  return cookieOf(name, isQuoted ? value.slice(1, -1) : value);
}

function split(text: string): [name: string, value: string] {
  const equals = text.indexOf("=");
  if (equals < 0) return [text.trim(), ""];
  return [text.slice(0, equals).trim(), text.slice(equals + 1).trim()];
}
