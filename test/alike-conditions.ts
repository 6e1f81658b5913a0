import fc from "fast-check";

/*
 * Conditions of few shapes, with constants that often matter: that are parts of each other, that differ only in case,
 * that a value cannot be, or at the end of a range.
 */

const words = ["a", "ab", "b", "ba", "AB", "bot", "x y", ""];
const paths = ["/a", "/a/b", "/b", "a", "/", "/a/", "/a//b", "/a/../b", "/a?b", ".php", "/A"];
const hosts = ["a.example", "b.a.example", "example", "A.example", "a.example:8080", "a..b"];
const addresses = ["192.0.2.1", "192.0.2.2", "192.0.2.01", "2001:db8::1", "192.0.2", "300.0.0.1"];
const ranges = ["192.0.2.0/24", "192.0.2.0/31", "10.0.0.0/8", "0.0.0.0/0", "2001:db8::/32", "::/0"];
const countries = ["NO", "SE", "XX", "no", "UK", "GB"];
const methods = ["GET", "POST", "get", "PUT", ""];
const sizes = ["0", "1", "2", "3", "4", "100", "101", "102", "-1"];
const statuses = ["99", "100", "101", "102", "200", "201", "204", "598", "599", "600"];
const ports = ["0", "1", "2", "443", "65534", "65535"];
const names = ["x-a", "x-b", "X-A", "X-b", "user-agent", "User-Agent", "host", "content-length"];
const patterns = [
  "^/a",
  "a",
  "^/a/.*$",
  ".*",
  "(?i)a",
  "^$",
  "a*",
  "(a|b)/[0-9]+",
  "a^b",
  "[a-z]+",
];

type Slots = Readonly<Record<string, readonly string[]>>;

const quoted = (some: readonly string[]): string[] => some.map((one) => `'${one}'`);

/** What stands for a constant in a template, and the constants. */
const slots: Slots = {
  WORD: quoted(words),
  PATH: quoted(paths),
  HOST: quoted(hosts),
  ADDRESS: quoted(addresses),
  RANGE: quoted(ranges),
  COUNTRY: quoted(countries),
  METHOD: quoted(methods),
  SIZE: sizes,
  STATUS: statuses,
  PORT: ports,
  NAME: quoted(names),
  PATTERN: quoted(patterns),
};

const ofRequest = [
  "req.method == METHOD",
  "METHOD != req.method",
  "req.method in [METHOD, METHOD]",
  "req.Method == METHOD",
  "req.url.path == PATH",
  "req.url.path.startsWith(PATH)",
  "req.url.path.endsWith(PATH)",
  "req.url.path.contains(PATH)",
  "req.url.path.matches(PATTERN)",
  "req.url.path in [PATH, PATH]",
  "req.url.contains(PATH)",
  "req.url.startsWith(PATH)",
  "req.url.query == PATH",
  "has(req.url.query)",
  "req.host == HOST",
  "req.host.endsWith(HOST)",
  "req.user_agent.contains(WORD)",
  "has(req.user_agent)",
  "req.url.scheme == WORD",
  "conn.client_ip == ADDRESS",
  "conn.client_ip in [ADDRESS, ADDRESS]",
  "inCidrRange(conn.client_ip, RANGE)",
  "inCidrRanges(conn.client_ip, [RANGE, RANGE])",
  "conn.geo.country_code == COUNTRY",
  "conn.geo.country_code in [COUNTRY, COUNTRY]",
  "has(conn.geo.country_code)",
  "has(conn.tls.sni)",
  "conn.tls.sni.contains(WORD)",
  "conn.tls.version == WORD",
  "conn.server_port == PORT",
  "conn.server_port > PORT",
  "req.content_length > SIZE",
  "req.content_length <= SIZE",
  "req.content_length in [SIZE, SIZE]",
  "has(req.content_length)",
  "NAME in req.headers",
  "WORD in req.headers[NAME]",
  "req.headers[NAME][0] == WORD",
  "req.headers[NAME][1] == WORD",
  "req.headers[NAME].exists(v, v.matches(PATTERN))",
  "getReqHeader(NAME).exists(v, v == WORD)",
  "hasReqHeader(NAME)",
  "WORD in getReqHeader(NAME)",
  "WORD in getQueryParam(NAME)",
  "hasQueryParam(NAME)",
  "hasReqCookie(NAME)",
  "size(req.headers) > SIZE",
  "size(req.url.path) > SIZE",
  "req.method == req.url.query",
  "req.url.path == req.url.query",
  "[PATH, PATH].exists(p, req.url.path.startsWith(p))",
  "req.headers.exists(k, k == NAME)",
];

const ofResponse = [
  "res.status_code == STATUS",
  "res.status_code >= STATUS",
  "res.status_code < STATUS",
  "res.status_code in [STATUS, STATUS]",
  "res.content_type == WORD",
  "NAME in res.headers",
  "WORD in res.headers[NAME]",
  "hasResHeader(NAME)",
  "req.method == METHOD",
];

function filled(template: string): fc.Arbitrary<string> {
  const parts = template.split(/\b([A-Z]{4,})\b/);
  return fc
    .tuple(...parts.map((part) => fc.constantFrom(...(slots[part] ?? [part]))))
    .map((some) => some.join(""));
}

function conditionOf(templates: readonly string[]): fc.Arbitrary<string> {
  const test = fc.constantFrom(...templates).chain(filled);
  const negated = fc.oneof(
    { arbitrary: test, weight: 3 },
    test.map((one) => `!(${one})`),
  );
  const joined = (operator: string): fc.Arbitrary<string> =>
    fc.tuple(negated, negated).map((two) => two.join(` ${operator} `));
  return fc.oneof({ arbitrary: negated, weight: 2 }, joined("&&"), joined("||"));
}

/** A condition of a request, for one direction. */
export const alikeCondition = conditionOf(ofRequest);

/** A condition of a response. */
export const alikeResponseCondition = conditionOf(ofResponse);
