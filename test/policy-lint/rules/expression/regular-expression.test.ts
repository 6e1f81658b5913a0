import { describe, expect, test } from "vitest";
import { lookIn } from "../../look-in.ts";

const rule = "expression/regular-expression";

describe(rule, () => {
  test.each([
    {
      marked: "req.url.path.matches('a«(?=»b)')",
      told: [
        {
          message: "The regular expression is not RE2: invalid or unsupported Perl syntax: `(?=`.",
          severity: "error",
          help: "RE2 has no look-around and no back-references.",
        },
      ],
      place: {},
    },
    {
      marked: "req.url.path.matches('«[a»')",
      told: [{ message: "The regular expression is not RE2: missing closing ]: `[a`." }],
      place: {},
    },
    {
      marked: "matches(req.url.path, r'\\d«**»')",
      told: [
        { message: "The regular expression is not RE2: invalid nested repetition operator: `**`." },
      ],
      place: {},
    },
    {
      marked: "req.host.matches('«*».example.com')",
      told: [
        {
          help: "In a regular expression * repeats what precedes it: write .* for any text.",
        },
      ],
      place: {},
    },
    {
      marked: "req.url.path.matches('\\\\d\\u00e9«(?=»b)')",
      told: [
        {
          message: "The regular expression is not RE2: invalid or unsupported Perl syntax: `(?=`.",
        },
      ],
      place: {},
    },
    {
      marked: 'req.url.path.matches("a«(?<!b)»")',
      told: [
        {
          message: "The regular expression is not RE2: invalid named capture: `(?<!b)`.",
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
    { text: "req.url.path.matches('^/v[0-9]+/')", place: {} },
    { text: "req.url.path.matches(r'\\d+')", place: {} },
    { text: "req.url.path.matches(req.host)", place: {} },
    { text: "req.url.path.contains('a(?=b)')", place: {} },
    { text: "req.user_agent.matches('(?i).*(gptbot|chatgpt-user)/\\\\d+.*')", place: {} },
    { text: "req.url.path.matches('(?P<a>x)')", place: {} },
  ] as const)("finds nothing in $text", ({ text, place }) => {
    expect(lookIn(rule, text, place).told).toEqual([]);
  });
});
