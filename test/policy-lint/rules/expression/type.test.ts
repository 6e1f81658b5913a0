import { describe, expect, test } from "vitest";
import { lookIn } from "../../look-in.ts";

const rule = "expression/type";

describe(rule, () => {
  test.each([
    {
      marked: "«req.content_length > '1000'»",
      told: [{ message: "> does not work between int and string.", severity: "error" }],
      place: {},
    },
    {
      marked: "«req.url.port == '443'»",
      told: [{ message: "== does not work between int and string." }],
      place: {},
    },
    {
      marked: "«'G' in req.method»",
      told: [
        {
          message: "in does not work between string and string.",
          help: "Write text.contains(part).",
        },
      ],
      place: {},
    },
    {
      marked: "«conn.ts.start > '2024-01-01'»",
      told: [
        {
          message: "> does not work between timestamp and string.",
          help: "Convert the text to a timestamp: timestamp(…).",
        },
      ],
      place: {},
    },
    {
      marked: "«req.url.path.startsWith(1)»",
      told: [{ message: "string.startsWith cannot be called with (int)." }],
      place: {},
    },
    {
      marked: "«getReqHeader('Accept').contains('html')»",
      told: [{ message: "list(string).contains cannot be called with (string)." }],
      place: {},
    },
    {
      marked: "«size()» > 0",
      told: [{ message: "size() is called with no arguments." }],
      place: {},
    },
    {
      marked: "«req.method» && true",
      told: [{ message: "&& needs a bool here, not string." }],
      place: {},
    },
    {
      marked: "!«'a'» in req.headers",
      told: [
        {
          message: "! needs a bool here, not string.",
          help: "Put the negated part in parentheses: !(item in list).",
        },
      ],
      place: {},
    },
    {
      marked: "«req.method[0]» == 'G'",
      told: [{ message: "A string cannot be indexed with [ ]." }],
      place: {},
    },
    {
      marked: "'a' in req.headers[«1»]",
      told: [{ message: "A map(string, list(string)) is not indexed by int." }],
      place: {},
    },
    {
      marked: "«req.method.all(c, c == 'a')»",
      told: [{ message: "all() is used wrongly: string is neither a list nor a map." }],
      place: {},
    },
    {
      marked: "«req.cookies['a'] == 'b'»",
      told: [{ message: "== does not work between list(cookie) and string." }],
      place: {},
    },
    {
      marked: "«getReqCookie('a') == 'b'»",
      told: [{ message: "== does not work between cookie and string.", severity: "error" }],
      place: {},
    },
    {
      marked: "!«getReqCookie('a')»",
      told: [{ message: "! needs a bool here, not cookie.", severity: "warning" }],
      place: {},
    },
    // Today's documentation calls it a cookie, an earlier one a bool.
    {
      marked: "«getReqCookie('a') == true»",
      told: [{ message: "== does not work between cookie and bool.", severity: "warning" }],
      place: {},
    },
    {
      marked: "«false != getReqCookie('a')»",
      told: [{ message: "!= does not work between bool and cookie.", severity: "warning" }],
      place: {},
    },
    {
      marked: "«getReqCookie('a') == 1»",
      told: [{ message: "== does not work between cookie and int.", severity: "error" }],
      place: {},
    },
    {
      marked: "«req.method == true»",
      told: [{ message: "== does not work between string and bool.", severity: "error" }],
      place: {},
    },
    {
      marked: "«getReqCookie('a') < true»",
      told: [{ severity: "warning" }],
      place: {},
    },
    {
      marked: "«getReqCookie('a') + true»",
      told: [{ severity: "error" }],
      place: {},
    },
    {
      marked: "req.method == 'GET' && «req.content_length > '1'»",
      told: [{ message: "> does not work between int and string." }],
      place: {},
    },
  ] as const)("finds $marked", ({ marked, told, place }) => {
    const result = lookIn(rule, marked, place);
    expect(result.found).toEqual(result.expected);
    expect(result.told).toEqual(told.map((finding) => expect.objectContaining(finding)));
  });

  test.each([
    { text: "req.content_length > 1000", place: {} },
    { text: "req.headers['x'] == ['a']", place: {} },
    { text: "'a' in req.headers['x']", place: {} },
    { text: "req.headers['x'] == 'a'", place: {} },
    { text: "dyn(req.method) > 1", place: {} },
    { text: "double(conn.geo.latitude) >= 45.0", place: {} },
    { text: "timestamp(time.now) > conn.ts.start", place: {} },
    { text: "size(req.headers) > 0", place: {} },
    { text: "res.foo > 1", place: {} },
    { text: "req.mthod > 1", place: {} },
    { text: "res.StatusCode < '200'", place: { direction: "outbound" } },
    { text: "res.status_code < 200", place: { direction: "outbound" } },
    { text: "req.Headers['x'] == 'a'", place: {} },
    { text: "[] == ['a']", place: {} },
    { text: "[1, 'a'][0] == 'a'", place: {} },
    { text: "req.method", place: {} },
  ] as const)("finds nothing in $text", ({ text, place }) => {
    expect(lookIn(rule, text, place).told).toEqual([]);
  });
});
