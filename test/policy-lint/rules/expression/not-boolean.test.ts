import { describe, expect, test } from "vitest";
import { lookIn } from "../../look-in.ts";

const rule = "expression/not-boolean";

describe(rule, () => {
  test.each([
    {
      marked: "«req.method»",
      told: [
        {
          message: "The condition is of type string, not bool.",
          help: "Compare it with a string: req.method != ''.",
          severity: "error",
        },
      ],
      place: {},
    },
    {
      marked: "«getReqHeader('Authorization')»",
      told: [
        {
          message: "The condition is of type list(string), not bool.",
          help: "Write size(getReqHeader('Authorization')) > 0 to test that it is not empty.",
        },
      ],
      place: {},
    },
    {
      marked: "«req.headers»",
      told: [
        {
          message: "The condition is of type map(string, list(string)), not bool.",
        },
      ],
      place: {},
    },
    {
      marked: "«req.content_length»",
      told: [
        {
          message: "The condition is of type int, not bool.",
          help: "Compare it with a number: req.content_length != 0.",
        },
      ],
      place: {},
    },
    {
      marked: "  («req.url.path + '/'») // why",
      told: [
        {
          message: "The condition is of type string, not bool.",
          help: "Compare it with a string: (req.url.path + '/') != ''.",
        },
      ],
      place: {},
    },
    {
      marked: "«'true'»",
      told: [
        {
          message: "The condition is of type string, not bool.",
          help: "Remove the quotes around the condition.",
        },
      ],
      place: {},
    },
    {
      marked: "«true ? 1 : 2»",
      told: [
        {
          message: "The condition is of type int, not bool.",
          help: "Compare it with a number: (true ? 1 : 2) != 0.",
        },
      ],
      place: {},
    },
    {
      marked: "«conn.ts.start»",
      told: [
        {
          message: "The condition is of type timestamp, not bool.",
          help: "Compare it with something.",
        },
      ],
      place: {},
    },
    {
      marked: "«getReqCookie('session')»",
      told: [
        {
          message: "The condition is of type cookie, not bool.",
          severity: "warning",
          help: "Compare one of its fields with something.",
        },
      ],
      place: {},
    },
    {
      marked: "«res.status_code»",
      told: [{ message: "The condition is of type int, not bool." }],
      place: {},
    },
  ] as const)("finds $marked", ({ marked, told, place }) => {
    const result = lookIn(rule, marked, place);
    expect(result.found).toEqual(result.expected);
    expect(result.told).toEqual(told.map((finding) => expect.objectContaining(finding)));
  });

  test.each([
    { text: "true", place: {} },
    { text: "hasReqHeader('Authorization')", place: {} },
    { text: "req.method == 'GET'", place: {} },
    { text: "dyn(req.method)", place: {} },
    { text: "req.Headers['x']", place: {} },
    { text: "[dyn(1)][0]", place: {} },
    { text: "req.mthod", place: {} },
    { text: "req.content_length + 'a'", place: {} },
    { text: "size(req.method", place: {} },
    { text: "getReqCookie('session').http_only", place: {} },
    { text: "[true][0]", place: {} },
    { text: "req.headers.exists(name, name == 'x')", place: {} },
    { text: "getResCookie('a').Secure", place: { direction: "outbound" } },
    { text: "req.method == 'GET' ? true : false", place: {} },
    { text: "'a' in req.headers", place: {} },
  ] as const)("finds nothing in $text", ({ text, place }) => {
    expect(lookIn(rule, text, place).told).toEqual([]);
  });
});
