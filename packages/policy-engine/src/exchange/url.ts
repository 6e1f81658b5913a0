/** A URL, taken apart as RFC 3986 has it; nothing is decoded. */
export interface UrlParts {
  /** In lower case, without the colon. */
  readonly scheme: string;
  /** `user:password`; none without an `@`. */
  readonly userPassword?: string;
  /** The host; an IPv6 address in its brackets. */
  readonly host: string;
  /** None when the URL has none, or an empty one. */
  readonly port?: number;
  /** Begins with `/`, or is empty. */
  readonly path: string;
  /** Without the `?`; none without a `?`. */
  readonly query?: string;
}

const form = /^([A-Za-z][A-Za-z0-9+.-]*):\/\/([^/?#]*)([^?#]*)(?:\?([^#]*))?(?:#.*)?$/s;

const authorityForm = /^(?:(.*)@)?(\[[0-9A-Fa-f:.]+\]|[^:[\]@]*)(?::(\d*))?$/s;

/**
 * Takes an absolute URL apart. Nothing when it is none, has no host, or a port over 65,535. What
 * follows a `#` is never sent, and left out.
 */
export function parseUrl(text: string): UrlParts | undefined {
  const [, scheme = "", authority = "", path = "", query] = form.exec(text) ?? [];
  const match = authorityForm.exec(authority);
  const [, userPassword, host = "", port = ""] = match ?? [];
  if (scheme === "" || host === "" || Number(port) > 65_535) return undefined;
  return {
    scheme: scheme.toLowerCase(),
    ...(userPassword !== undefined && { userPassword }),
    host,
    ...(port !== "" && { port: Number(port) }),
    path,
    ...(query !== undefined && { query }),
  };
}

/** The whole URL. */
export function formatUrl(url: UrlParts): string {
  return `${url.scheme}://${authorityOf(url)}${uriOf(url)}`;
}

export function authorityOf({ userPassword, host, port }: UrlParts): string {
  const user = userPassword === undefined ? "" : `${userPassword}@`;
  return `${user}${hostAndPort({ host, ...(port !== undefined && { port }) })}`;
}

export function hostAndPort({ host, port }: Pick<UrlParts, "host" | "port">): string {
  return port === undefined ? host : `${host}:${port}`;
}

export function uriOf({ path, query }: UrlParts): string {
  return query === undefined ? path : `${path}?${query}`;
}

/**
 * Normalizes a URL: scheme and host in lower case, `%2F` in upper case, no escapes that are not needed, no `.` and
 * `..` in the path, and a path that is never empty.
 *
 * Source: RFC 3986, section 6.2.2, and 6.2.3 for the path.
 */
export function normalizeUrl(url: UrlParts): UrlParts {
  const path = withoutDots(normalPercents(url.path));
  return {
    ...url,
    host: url.host.toLowerCase(),
    path: path === "" ? "/" : path,
    ...(url.query !== undefined && { query: normalPercents(url.query) }),
  };
}

export function encodeUrl(text: string): string {
  if (!/[^!#-;=?-[\]_a-z~]|%(?![0-9A-Fa-f]{2})/.test(text)) return text;
  return text
    .toWellFormed()
    .replace(/%(?![0-9A-Fa-f]{2})|[^!#-;=?-[\]_a-z~]/gu, (character) =>
      character === "%" ? "%25" : encodeURIComponent(character),
    );
}

function normalPercents(text: string): string {
  if (!text.includes("%")) return text;
  return text.replace(/%([0-9A-Fa-f]{2})/g, (escape, digits: string) => {
    const character = String.fromCharCode(Number.parseInt(digits, 16));
    return /[A-Za-z0-9._~-]/.test(character) ? character : escape.toUpperCase();
  });
}

// RFC 3986, section 5.2.4.
function withoutDots(path: string): string {
  if (!path.includes("/.")) return path;
  const kept: string[] = [];
  const segments = path.split("/").slice(1);
  for (const [index, segment] of segments.entries()) {
    const isLast = index === segments.length - 1;
    if (segment === "..") kept.pop();
    if (segment !== "." && segment !== "..") kept.push(segment);
    else if (isLast) kept.push("");
  }
  return `/${kept.join("/")}`;
}
