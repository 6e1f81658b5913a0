import { type FieldName } from "@traffic-policy/policy-impact";
import { fieldNames, type LogRecord } from "@traffic-policy/policy-impact/internal";
import fc from "fast-check";

/** Texts in which databases differ from CEL, or from each other. */
const odd = [
  "",
  "a",
  "A",
  "ab",
  "a\nb",
  "a\n",
  "'",
  '"',
  "\\",
  "\\n",
  "%",
  "_",
  "a%b",
  "é",
  "e\u0301",
  "🤦",
  "é🤦x",
  "İ",
  "ß",
  "\u212a",
  "\uffff",
  "\u{10000}",
  " a ",
  "\t",
  "\0",
  "a\0b",
  "null",
  "NULL",
  "0",
  "-1",
  "007",
  "9223372036854775807",
  "9223372036854775808",
  "1.5",
  "1e3",
  "true",
  "10.0.0.1",
  "10.0.0.256",
  "010.0.0.1",
  "10.0.0.1 ",
  "::1",
  "2001:db8::1",
  "::ffff:10.0.0.1",
  "1:2:3:4:5:6:7:8",
  "1::2::3",
  ":1::2",
  "fe80::1%eth0",
];

const anyText = fc.constantFrom(...odd);

const uris = [
  "/",
  "/a",
  "/A",
  "/a/b",
  "/a/",
  "//",
  "/%61",
  "/%2F",
  "/%2f",
  "/%zz",
  "/%",
  "/a/../b",
  "/a/./b",
  "/.well-known/x",
  "/..",
  "/a?",
  "/a?q=1",
  "/a?q=1&q=2",
  "/a?q",
  "/a?q=",
  "/a?=1",
  "/a?Q=1",
  "/a?q=a+b",
  "/a?q=%31",
  "/a?q=1;p=2",
  "/a?p=1&&q=1",
  "/a?q=a=b",
  "/a?q=1?q=2",
  "/?%71=1",
  "/é",
  "/a b",
  "/a'b",
  "/a\\b",
  "/api/v1/users/42",
  "/wp-login.php",
  "/a#b",
  "*",
  "https://example.com/a",
  "example.com:443",
  "",
];

const hosts = [
  "example.com",
  "EXAMPLE.com",
  "a.example",
  "a.example:8080",
  "a.example:080",
  "a.example:",
  "a.example:443",
  "[::1]",
  "[::1]:8080",
  "10.0.0.1",
  "user@a.example",
  "münchen.example",
  "a_b.example",
];

const addresses = [
  "10.0.0.1",
  "10.255.255.255",
  "11.0.0.0",
  "9.255.255.255",
  "192.0.2.7",
  "0.0.0.0",
  "255.255.255.255",
  "2001:db8::1",
  "2001:DB8:0:0:0:0:0:1",
  "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff",
  "::",
  "::1",
  "1::",
  "::ffff:10.0.0.1",
  "fe80::1",
  "64:ff9b::1",
];

const day = 86_400_000n;
const times = [
  0n,
  1n,
  -1n,
  -day,
  1_767_484_800_000n, // A Sunday.
  1_767_225_600_000n,
  1_767_225_599_999n,
  1_709_164_800_000n, // 29 February.
  1_735_689_599_999n,
  1_780_000_123_456n,
  -9_000_000_000_000n,
  9_000_000_000_999n,
].map((milliseconds) => milliseconds * 1_000_000n);

const values = fc.constantFrom<readonly string[]>(
  [],
  ["1"],
  ["2"],
  ["1", "2"],
  ["2", "1"],
  [""],
  ["", "1"],
  ["a\nb"],
  ["10.0.0.1"],
  ["10.0.0.1", "2001:db8::1"],
  ["é🤦x"],
  ["12"],
  ["-3"],
  ["x'y"],
  ["x\\y"],
);

const types = [
  "text/plain",
  "Text/Plain",
  "text/plain; charset=utf-8",
  "text/plain;charset=UTF-8",
  "application/json",
  "application/json; a=b",
  "nothing",
  "",
  "text/plain;",
  " text/plain",
];

function headers(more: Readonly<Record<string, fc.Arbitrary<readonly string[]>>>) {
  return fc.record({ "x-a": values, "x-b": values, ...more }, { requiredKeys: [] }).map((record) =>
    // A header that is there has a value.
    Object.fromEntries(Object.entries(record).filter(([, list]) => list.length > 0)),
  );
}

const one = (texts: readonly string[]): fc.Arbitrary<readonly string[]> =>
  fc.constantFrom(...texts).map((text) => [text]);

/** Records of which everything is known. */
export const arbitraryRecord: fc.Arbitrary<LogRecord> = fc
  .record({
    time: fc.constantFrom(...times),
    method: fc.oneof(fc.constantFrom("GET", "POST", "PUT", "get", "DELETE"), anyText),
    version: fc.constantFrom("HTTP/1.1", "HTTP/2.0", "HTTP/1.0"),
    scheme: fc.constantFrom("https", "https", "http"),
    host: fc.constantFrom(...hosts),
    uri: fc.oneof(
      fc.constantFrom(...uris),
      fc.constantFrom(...uris),
      anyText.map((text) => `/${text}`),
    ),
    content_length: fc.constantFrom(-1, 0, 1, 10, 11, 19_000, 4_294_967_296),
    client_ip: fc.constantFrom(...addresses),
    client_port: fc.constantFrom(1, 50_000, 65_535),
    city: fc.oneof(fc.constantFrom("", "Köln", "Oslo"), anyText, anyText),
    country: fc.constantFrom("", "Germany"),
    country_code: fc.constantFrom("", "US", "DE", "CN", "us"),
    subdivision: fc.constantFrom("", "NRW"),
    status: fc.constantFrom(200, 204, 301, 404, 500, 503),
    bytes_in: fc.constantFrom(0, 100),
    bytes_out: fc.constantFrom(0, 100),
    connection_start: fc.constantFrom(...times),
    connection_end: fc.constantFrom(...times),
    request: headers({
      "user-agent": one(["curl/8", "Mozilla/5.0", "bot", "BOT\u212a", "", "a\nb"]),
      "content-type": one(types),
      cookie: one(["a=1", "a=1; b=2", "c=1"]),
      host: one(["other.example"]),
      authorization: one(["Bearer x"]),
      "x-forwarded-for": values,
    }),
    response: headers({ "content-type": one(types), location: one(["/a"]) }),
  })
  .map(({ request, response, ...fields }) => ({ fields, headers: { request, response } }));

/** A field, or all headers of a message. */
export type Unknowable = FieldName | "request" | "response";

/** What is left of a record when some of it is not known. */
export function withoutSome(
  { fields, headers: all }: LogRecord,
  unknown: ReadonlySet<Unknowable>,
): LogRecord {
  return {
    fields: Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        unknown.has(name as FieldName) ? null : value,
      ]),
    ),
    headers: {
      ...(!unknown.has("request") && all.request && { request: all.request }),
      ...(!unknown.has("response") && all.response && { response: all.response }),
    },
  };
}

/** What a record may have been of which some is not known: each unknown value is that of one of other records. */
export function completionsOf(
  record: LogRecord,
  unknown: ReadonlySet<Unknowable>,
  others: readonly LogRecord[],
): LogRecord[] {
  return others.map((other): LogRecord => {
    const of = (name: Unknowable): LogRecord => (unknown.has(name) ? other : record);
    const { request } = of("request").headers;
    const { response } = of("response").headers;
    const fields = Object.fromEntries(
      fieldNames.map((name) => [name, of(name).fields[name] ?? null]),
    );
    // A header that is known tells the host, too.
    const told = unknown.has("host") && request?.["host"] !== undefined ? { host: null } : {};
    return {
      fields: { ...fields, ...told },
      headers: { ...(request && { request }), ...(response && { response }) },
    };
  });
}
