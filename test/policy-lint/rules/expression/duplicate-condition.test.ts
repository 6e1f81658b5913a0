import { applyToJson } from "@traffic-policy/policy-language";
import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";
import { lookIn } from "../../look-in.ts";

const rule = "expression/duplicate-condition";

describe(rule, () => {
  test.each([
    {
      marked: "req.method == 'GET' && «req.method == 'GET'»",
      message: "req.method == 'GET' is repeated here.",
      fixed: "req.method == 'GET'",
    },
    {
      marked: "req.method == 'GET' || «'GET' == req.method»",
      message: "'GET' == req.method is repeated here.",
      fixed: "req.method == 'GET'",
    },
    {
      marked: `req.host == 'a' || req.host == 'b' || (  «req.host   ==  "a"»  ) || req.host == 'c'`,
      message: `req.host == "a" is repeated here.`,
      fixed: "req.host == 'a' || req.host == 'b' || req.host == 'c'",
    },
    {
      marked: "'a' in req.headers && (req.host == 'b' && «has(req.headers.a)»)",
      message: "has(req.headers.a) is repeated here.",
      fixed: "'a' in req.headers && (req.host == 'b')",
    },
    {
      marked: "req.content_length > 1 && «1 < req.content_length»",
      message: "1 < req.content_length is repeated here.",
      fixed: "req.content_length > 1",
    },
    {
      marked: "size(req.cookies) > 2 && «req.cookies.size() > 2» && req.host == 'a'",
      message: "req.cookies.size() > 2 is repeated here.",
      fixed: "size(req.cookies) > 2 && req.host == 'a'",
    },
  ])("finds $marked", ({ marked, message, fixed }) => {
    const { expected, found, told } = lookIn(rule, marked);
    expect(found).toEqual(expected);
    expect(told).toEqual([
      {
        severity: "warning",
        message,
        help: "Remove it, or change what should be different.",
        fixed,
        safe: true,
      },
    ]);
  });

  test("finds a condition that stands twice in a rule, and removes it", () => {
    const marked = `{"inbound": [{"expressions": ["req.host == 'a' && req.method == 'GET'", "(«req.method == 'GET'»)", "true"], "actions": []}]}`;
    const { expected, found, diagnostics } = find(rule, marked);
    expect(found).toEqual(expected);
    const fixes = diagnostics.flatMap(({ fix }) => (fix === undefined ? [] : [fix]));
    expect(applyToJson(marked.replaceAll(/[«»]/g, ""), fixes).text).toBe(
      `{"inbound": [{"expressions": ["req.host == 'a' && req.method == 'GET'", "true"], "actions": []}]}`,
    );
  });

  test("beside a text of very many spaces it is found", () => {
    const spaces = " ".repeat(90_000);
    const { told } = lookIn(rule, `req.host == '${spaces}' || req.host == 'a' || req.host == 'a'`);
    expect(told).toHaveLength(1);
  });

  test("has no fix where a comment would swallow what follows", () => {
    const { told } = lookIn(rule, "req.host == 'a' // one\n && req.host == 'a' && req.host == 'b'");
    expect(told).toEqual([expect.not.objectContaining({ fixed: expect.anything() as unknown })]);
  });

  test.each([
    "req.method == 'GET' || req.method == 'PUT'",
    "req.method == 'GET' && (req.host == 'a' || req.method == 'GET')",
    "req.headers['a'] == req.headers['b']",
    "'a' in req.headers && 'A' in req.headers",
    "req.url.path == '/a' || req.url.path == '/a/'",
    "1 < req.content_length && req.content_length < 1",
    "req.host == 'a' && req.url.host == 'a'",
  ])("finds nothing in %s", (text) => {
    expect(lookIn(rule, text).found).toEqual([]);
  });
});
