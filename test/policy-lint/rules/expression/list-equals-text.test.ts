import { describe, expect, test } from "vitest";
import { lookIn } from "../../look-in.ts";

const rule = "expression/list-equals-text";

describe(rule, () => {
  test.each([
    {
      marked: "«req.headers['x'] == 'a'»",
      told: [
        {
          message: "req.headers['x'] is a list, and a list never equals a string.",
          help: "Write 'a' in req.headers['x'].",
          fixed: "'a' in req.headers['x']",
          safe: false,
          severity: "error",
        },
      ],
      place: {},
    },
    {
      marked: "«req.headers['x'] != 'a'»",
      told: [
        {
          message: "req.headers['x'] is a list, and a list never equals a string.",
          help: "Write !('a' in req.headers['x']).",
          fixed: "!('a' in req.headers['x'])",
        },
      ],
      place: {},
    },
    {
      marked: "«'a' == getReqHeader('X')»",
      told: [
        {
          message: "getReqHeader('X') is a list, and a list never equals a string.",
          fixed: "'a' in getReqHeader('X')",
        },
      ],
      place: {},
    },
    {
      marked: "true && «getQueryParam('page') == \"1\"» || false",
      told: [
        {
          message: "getQueryParam('page') is a list, and a list never equals a string.",
          fixed: "true && \"1\" in getQueryParam('page') || false",
        },
      ],
      place: {},
    },
    {
      marked: "«req.content_encoding == ('b' + 'r')»",
      told: [
        {
          message: "req.content_encoding is a list, and a list never equals a string.",
          fixed: "('b' + 'r') in req.content_encoding",
        },
      ],
      place: {},
    },
    {
      marked: "«conn.tls.client.subject.organization == 'Example'»",
      told: [
        {
          message:
            "conn.tls.client.subject.organization is a list, and a list never equals a string.",
        },
      ],
      place: {},
    },
    {
      marked: "req.headers.exists(n, «req.headers[n] == 'a'»)",
      told: [
        {
          message: "req.headers[n] is a list, and a list never equals a string.",
          fixed: "req.headers.exists(n, 'a' in req.headers[n])",
        },
      ],
      place: {},
    },
  ] as const)("finds $marked", ({ marked, told, place }) => {
    const result = lookIn(rule, marked, place);
    expect(result.found).toEqual(result.expected);
    expect(result.told).toEqual(told.map((finding) => expect.objectContaining(finding)));
  });

  test.each([
    { text: "'a' in req.headers['x']", place: {} },
    { text: "req.headers['x'] == ['a']", place: {} },
    { text: "req.headers['x'][0] == 'a'", place: {} },
    { text: "req.method == 'GET'", place: {} },
    { text: "req.cookies['a'] == 'b'", place: {} },
    { text: "[1, 2] == 'a'", place: {} },
    { text: "req.Headers['x'] == 'a'", place: {} },
    { text: "dyn(req.headers['x']) == 'a'", place: {} },
    { text: "req.headers['x'] < 'a'", place: {} },
    { text: "size(req.headers['x']) == 'a'", place: {} },
    { text: "[] == 'a'", place: {} },
    { text: "conn.tls.client.san == 'DNS:example.com'", place: {} },
  ] as const)("finds nothing in $text", ({ text, place }) => {
    expect(lookIn(rule, text, place).told).toEqual([]);
  });
});
