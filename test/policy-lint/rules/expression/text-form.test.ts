import { describe, expect, test } from "vitest";
import { lookIn } from "../../look-in.ts";

const rule = "expression/text-form";

describe(rule, () => {
  test.each([
    {
      marked: "req.url.scheme == «'HTTPS'»",
      told: {
        severity: "warning",
        message: "req.url.scheme is http or https, not 'HTTPS'.",
        help: "Write 'https'.",
        fixed: "req.url.scheme == 'https'",
        safe: false,
      },
    },
    {
      marked: "req.url.scheme in ['http', «'https://'»]",
      told: { fixed: "req.url.scheme in ['http', 'https']" },
    },
    { marked: "req.url.scheme != «'http:'»", told: { fixed: "req.url.scheme != 'http'" } },
    {
      marked: "req.url.query == «'?a=1'»",
      told: {
        message: "req.url.query does not include the leading ?, but '?a=1' begins with one.",
        help: "Write 'a=1'.",
        fixed: "req.url.query == 'a=1'",
        safe: false,
      },
    },
    {
      marked: "req.url.query.startsWith(«'?a='»)",
      told: { fixed: "req.url.query.startsWith('a=')" },
    },
    {
      marked: "req.url.query.contains(«'?debug'»)",
      told: {
        severity: "warning",
        message: "req.url.query does not include the leading ?, but '?debug' begins with one.",
        fixed: "req.url.query.contains('debug')",
        safe: false,
      },
    },
    {
      marked: "req.url.query.endsWith(«'?a=1'»)",
      told: { fixed: "req.url.query.endsWith('a=1')" },
    },
    {
      marked: "req.content_type == «'text/html; charset=utf-8'»",
      told: {
        message:
          "req.content_type does not include parameters, but 'text/html; charset=utf-8' has some.",
        help: "Write 'text/html'.",
        fixed: "req.content_type == 'text/html'",
        safe: false,
      },
    },
  ])("finds $marked", ({ marked, told: expectedTold }) => {
    const { expected, found, told } = lookIn(rule, marked);
    expect(found).toEqual(expected);
    expect(told).toEqual([expect.objectContaining(expectedTold)]);
  });

  test.each([
    ["req.url.scheme == «'wss'»", "Write 'http' or 'https'."],
    ["req.url.path == «'/search?q=a'»", expect.stringContaining("req.url.query_params")],
    ["req.url.path.contains(«'?debug=1'»)", expect.stringContaining("req.url.uri")],
    ["req.content_type.contains(«';charset'»)", expect.stringContaining("`parameters`")],
    ["req.content_type == «'; charset=utf-8'»", expect.stringContaining("`raw`")],
  ])("has no fix for %s", (marked, help) => {
    const { expected, found, told } = lookIn(rule, marked);
    expect(found).toEqual(expected);
    expect(told).toEqual([expect.objectContaining({ help })]);
    expect(told[0]).not.toHaveProperty("fixed");
  });

  test("finds it in responses", () => {
    const marked = "res.content_type in ['text/html', «'text/plain;charset=utf-8'»]";
    const { expected, found } = lookIn(rule, marked, { direction: "outbound" });
    expect(found).toEqual(expected);
  });

  test.each([
    "req.url.scheme == 'http' || req.url.scheme == 'https'",
    "req.url.scheme == ''",
    "req.url.scheme.startsWith('HTTP')",
    "req.url.query == ''",
    "req.url.query == 'q=?'",
    "req.url.query.contains('?')",
    "req.url.query.endsWith('?')",
    "req.url.query.contains('?/')",
    "req.url.path.contains('?')",
    "req.url.path.contains('?.php')",
    "req.url.path == '/a=b'",
    "req.url.uri == '/a?b=c'",
    "req.url.uri == '/?a=1'",
    "req.content_type == 'text/html'",
    "req.content_type.raw == 'text/html; charset=utf-8'",
    "req.content_type.contains('charset')",
  ])("finds nothing in %s", (text) => {
    expect(lookIn(rule, text).found).toEqual([]);
  });
});
