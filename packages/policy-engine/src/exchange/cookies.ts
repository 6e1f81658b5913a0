/** A cookie with the fields that the catalogue has; what is not set is empty. */
export interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly domain: string;
  /** The year 1 when it is not set, as Go has it. */
  readonly expires: Date;
  readonly http_only: boolean;
  /** In seconds. */
  readonly max_age: number;
  readonly path: string;
  readonly same_site: string;
  readonly secure: boolean;
  readonly unparsed_attributes: Readonly<Record<string, string>>;
}

const unset = {
  domain: "",
  expires: new Date("0001-01-01T00:00:00Z"),
  http_only: false,
  max_age: 0,
  path: "",
  same_site: "",
  secure: false,
  unparsed_attributes: {},
};

/** The cookies of `cookie` headers, in their order; several may have one name. */
export function parseCookies(headers: readonly string[]): Cookie[] {
  return headers.flatMap((header) =>
    header.split(";").flatMap((pair) => {
      const found = nameAndValue(pair);
      return found === undefined ? [] : [{ ...unset, ...found }];
    }),
  );
}

/** The cookies that `set-cookie` headers set. Source: RFC 6265, section 5.2. */
export function parseSetCookies(headers: readonly string[]): Cookie[] {
  return headers.flatMap((header) => {
    const [pair = "", ...attributes] = header.split(";");
    const found = nameAndValue(pair);
    if (found === undefined) return [];
    const unparsed: Record<string, string> = {};
    let cookie: Cookie = { ...unset, ...found };
    for (const attribute of attributes) {
      const [name, value] = split(attribute);
      const read = readAttribute(name.toLowerCase(), value);
      if (read !== undefined) cookie = { ...cookie, ...read };
      else if (name !== "") unparsed[name] = value;
    }
    return [{ ...cookie, unparsed_attributes: unparsed }];
  });
}

/** Cookies by their name. */
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
      return { secure: true };
    case "httponly":
      return { http_only: true };
    case "samesite":
      return { same_site: value };
    case "max-age":
      return /^-?\d+$/.test(value) ? { max_age: Number(value) } : undefined;
    case "expires": {
      const expires = new Date(value);
      return Number.isNaN(expires.getTime()) ? undefined : { expires };
    }
    default:
      return undefined;
  }
}

function nameAndValue(pair: string): { name: string; value: string } | undefined {
  const [name, value] = split(pair);
  if (name === "" || !pair.includes("=")) return undefined;
  return { name, value: value.replace(/^"(.*)"$/s, "$1") };
}

function split(text: string): [name: string, value: string] {
  const equals = text.indexOf("=");
  if (equals < 0) return [text.trim(), ""];
  return [text.slice(0, equals).trim(), text.slice(equals + 1).trim()];
}

/** A cookie of which nothing is set, not even the name. */
export const emptyCookie: Cookie = { name: "", value: "", ...unset };
