import { describe, expect, test } from "vitest";
import { lookIn } from "../../look-in.ts";

const rule = "expression/method-case";

describe(rule, () => {
  test.each([
    { marked: "req.method == «'post'»", method: "POST", fixed: "req.method == 'POST'" },
    { marked: "«'Get'» != req.method", method: "GET", fixed: "'GET' != req.method" },
    {
      marked: "req.Method in ['PUT', «\"delete\"»]",
      method: "DELETE",
      fixed: "req.Method in ['PUT', 'DELETE']",
    },
    {
      marked: "req.host == 'a' || (req.method) == «'patch'»",
      method: "PATCH",
      fixed: "req.host == 'a' || (req.method) == 'PATCH'",
    },
  ])("finds $marked", ({ marked, method, fixed }) => {
    const { expected, found, told } = lookIn(rule, marked);
    expect(found).toEqual(expected);
    const written = /«['"](.*)['"]»/.exec(marked)?.[1];
    expect(told).toEqual([
      {
        severity: "warning",
        message: `Methods are case-sensitive, and clients send ${method}, not '${written}'.`,
        help: `Write '${method}'.`,
        fixed,
        safe: false,
      },
    ]);
  });

  test.each([
    "req.method == 'POST'",
    "req.method in ['GET', 'HEAD']",
    // Methods that only some servers know can be in any case.
    "req.method == 'purge'",
    "req.method != ''",
    "req.url.path == 'get'",
    "req.headers['x-method'][0] == 'post'",
    "req.method.matches('(?i)post')",
    "req.method.startsWith('p')",
    "req.method == req.host",
    "req.method + 'post' == 'a'",
  ])("finds nothing in %s", (text) => {
    expect(lookIn(rule, text).found).toEqual([]);
  });
});
