import { describe, expect, test } from "vitest";
import { lookIn } from "../../look-in.ts";

const rule = "expression/path-slash";

describe(rule, () => {
  test.each([
    {
      marked: "req.url.path == «'api'»",
      told: {
        severity: "warning",
        message: "req.url.path begins with /, but 'api' does not.",
        help: "Write '/api'.",
        fixed: "req.url.path == '/api'",
        safe: false,
      },
    },
    {
      marked: "!req.url.path.startsWith(«'status/200'»)",
      told: {
        message: "req.url.path begins with /, but 'status/200' does not.",
        fixed: "!req.url.path.startsWith('/status/200')",
      },
    },
    {
      marked: "req.url.path in ['/a', «'b'»]",
      told: { message: "req.url.path begins with /, but 'b' does not." },
    },
    {
      marked: "«'a'» != req.Path",
      told: { message: "req.Path begins with /, but 'a' does not." },
    },
    {
      marked: "req.url.path.startsWith(«'https://a.example/b'»)",
      told: {
        message: "req.url.path begins with /, but 'https://a.example/b' does not.",
        help: "Compare the whole URL: req.url.",
      },
    },
  ])("finds $marked", ({ marked, told: expectedTold }) => {
    const { expected, found, told } = lookIn(rule, marked);
    expect(found).toEqual(expected);
    expect(told).toEqual([expect.objectContaining(expectedTold)]);
  });

  test("has no fix for a URL", () => {
    expect(lookIn(rule, "req.url.path == 'https://a.example'").told[0]).not.toHaveProperty("fixed");
  });

  test.each([
    "req.url.path == '/api/example'",
    "req.url.path.startsWith('/api/')",
    "req.url.path in ['/api/v2/geo', '/api/v2/geo/']",
    "req.url.path.endsWith('.html')",
    "req.url.path.contains('robots.txt')",
    "req.url.path == ''",
    "req.url.path.startsWith('')",
    "req.method == 'OPTIONS' && req.url.path == '*'",
    "req.url.contains('/robots.txt')",
    "req.url == 'https://a.example/'",
    "req.url.raw_path.startsWith('foo')",
    "req.url.query == 'number=23&name=jordan'",
    "req.url.path.matches('^api')",
  ])("finds nothing in %s", (text) => {
    expect(lookIn(rule, text).found).toEqual([]);
  });
});
