import { describe, expect, test } from "vitest";
import { lookIn } from "../../look-in.ts";

const rule = "expression/not-boolean";

describe(rule, () => {
  test.each([
    {
      marked: "«req.method»",
      told: [
        {
          message: "The condition gives string, which is neither true nor false.",
          help: "Compare it with a text: req.method != ''.",
          severity: "error",
        },
      ],
      place: {},
    },
    {
      marked: "«getReqHeader('Authorization')»",
      told: [
        {
          message: "The condition gives list(string), which is neither true nor false.",
          help: "Write size(getReqHeader('Authorization')) > 0 to ask whether it holds anything.",
        },
      ],
      place: {},
    },
    {
      marked: "«req.headers»",
      told: [
        {
          message:
            "The condition gives map(string, list(string)), which is neither true nor false.",
        },
      ],
      place: {},
    },
    {
      marked: "«req.content_length»",
      told: [
        {
          message: "The condition gives int, which is neither true nor false.",
          help: "Compare it with a number: req.content_length != 0.",
        },
      ],
      place: {},
    },
    {
      marked: "  («req.url.path + '/'») // why",
      told: [
        {
          message: "The condition gives string, which is neither true nor false.",
          help: "Compare it with a text: (req.url.path + '/') != ''.",
        },
      ],
      place: {},
    },
    {
      marked: "«'true'»",
      told: [
        {
          message: "The condition gives string, which is neither true nor false.",
          help: "Remove the quotes when they stand around the whole condition.",
        },
      ],
      place: {},
    },
    {
      marked: "«true ? 1 : 2»",
      told: [
        {
          message: "The condition gives int, which is neither true nor false.",
          help: "Compare it with a number: (true ? 1 : 2) != 0.",
        },
      ],
      place: {},
    },
    {
      marked: "«conn.ts.start»",
      told: [
        {
          message: "The condition gives timestamp, which is neither true nor false.",
          help: "Compare it with something.",
        },
      ],
      place: {},
    },
    {
      marked: "«getReqCookie('session')»",
      told: [
        {
          message: "The condition gives cookie, which is neither true nor false.",
          severity: "warning",
          help: "Compare one of its fields with something.",
        },
      ],
      place: {},
    },
    {
      marked: "«res.status_code»",
      told: [{ message: "The condition gives int, which is neither true nor false." }],
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
