import { describe, expect, test } from "vitest";
import { lookIn } from "../../look-in.ts";

const rule = "expression/implied";

describe(rule, () => {
  test.each([
    {
      marked: "«res.status_code >= 400» && res.status_code >= 500",
      message: "res.status_code >= 400 is true whenever res.status_code >= 500 is.",
    },
    {
      marked: "res.status_code >= 400 || «res.status_code >= 500»",
      message: "res.status_code >= 400 is true whenever res.status_code >= 500 is.",
    },
    {
      marked: "req.method == 'POST' && «req.method != 'GET'»",
      message: "req.method != 'GET' is true whenever req.method == 'POST' is.",
    },
    {
      marked: "«req.method == 'POST'» || req.method in ['POST', 'PUT']",
      message: "req.method in ['POST', 'PUT'] is true whenever req.method == 'POST' is.",
    },
    {
      marked: "req.url.path.startsWith('/api') || «req.url.path == '/api/a'»",
      message: "req.url.path.startsWith('/api') is true whenever req.url.path == '/api/a' is.",
    },
    {
      marked: "req.method in ['GET'] && «req.method == 'GET'»",
      message: "req.method == 'GET' is true whenever req.method in ['GET'] is.",
    },
    {
      marked: "req.headers['a'][0] == 'b' && «req.headers['a'][0] != 'c'»",
      message: "req.headers['a'][0] != 'c' is true whenever req.headers['a'][0] == 'b' is.",
    },
    {
      marked: "req.host == 'a' || !(res.status_code > 405 && «res.status_code > 404»)",
      message: "res.status_code > 404 is true whenever res.status_code > 405 is.",
    },
  ])("finds $marked", ({ marked, message }) => {
    const { expected, found, told } = lookIn(rule, marked, { direction: "outbound" });
    expect(found).toEqual(expected);
    expect(told).toEqual([
      {
        severity: "warning",
        message,
        help: "One of them is enough; correct it if something else was meant.",
      },
    ]);
  });

  test("finds it between the conditions of a rule", () => {
    const { expected, found } = lookIn(rule, "«req.url.path.startsWith('/')»", {
      beside: ["req.url.path == '/a'"],
    });
    expect(found).toEqual(expected);
  });

  test.each([
    // A guard keeps what follows it from failing.
    "'a' in req.headers && req.headers['a'][0] == 'b'",
    "'a' in req.headers && size(req.headers['a']) > 0",
    "has(req.headers.a) && 'b' in req.headers.a",
    "size(req.content_encoding) > 0 && req.content_encoding[0] == 'br'",
    "!('a' in req.headers) || req.headers['a'][0] != 'b'",
    "res.status_code >= 200 && res.status_code < 300",
    "res.status_code >= 200 && res.status_code != 404",
    "req.url.path in ['/api/v2/geo', '/api/v2/geo/']",
    "req.url.path == '/api' || req.url.path.startsWith('/api/')",
    "req.method == 'POST' && req.content_length > 10000",
    "req.url.path.contains('a') && req.url.path.contains('b')",
    // What is the same, or contradicts itself, has rules of its own.
    "req.method == 'GET' && req.method == 'GET'",
    "req.method == 'GET' && req.method == 'PUT' && req.method != 'HEAD'",
    "req.method == 'GET' && true",
    "timestamp(time.now) > conn.ts.start && timestamp(time.now) >= conn.ts.start",
  ])("finds nothing in %s", (text) => {
    expect(lookIn(rule, text, { direction: "outbound" }).found).toEqual([]);
  });
});
