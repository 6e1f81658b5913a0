import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "action/regular-expression";

const policy = (from: string): string =>
  `{"inbound": [{"actions": [{"type": "url-rewrite", "config": {"from": ${from}, "to": "/"}}]}]}`;

describe(rule, () => {
  test.each([
    {
      what: "a group that is not closed",
      text: policy('"«/v1/(.*»"'),
      message: "The regular expression is not RE2: missing closing ): `/v1/(.*`.",
      severity: "error",
    },
    {
      what: "a wildcard that is none",
      text: policy('"«*».html"'),
      message: "The regular expression is not RE2: missing argument to repetition operator: `*`.",
      help: "In a regular expression * repeats what precedes it: write .* for any text.",
      severity: "error",
    },
    {
      what: "a class that is not closed",
      text: policy('"/«[a-z»"'),
      message: "The regular expression is not RE2: missing closing ]: `[a-z`.",
      severity: "error",
    },
    {
      what: "look-around, which other kinds have",
      text: policy('"/a«(?=»/b)"'),
      message: "The regular expression is not RE2: invalid or unsupported Perl syntax: `(?=`.",
      severity: "warning",
    },
    {
      what: "a back-reference, which other kinds have",
      text: policy(String.raw`"/(a)«\\1»"`),
      message: "The regular expression is not RE2: invalid escape sequence: `\\1`.",
      severity: "warning",
    },
  ])("finds $what", ({ text, message, help, severity }) => {
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([
      expect.objectContaining({ message, severity, ...(help && { help }) }),
    ]);
  });

  test.each([
    policy('"v0/user/([0-9]+).*"'),
    policy('"/products/?([.*]+)?"'),
    policy(String.raw`"\\.html$"`),
    policy('"(?i)^https?://[^/]+/(?P<rest>.*)"'),
    policy('""'),
    // What an interpolation gives is not known.
    policy('"${req.url.authority}/(.*"'),
    policy("1"),
    '{"inbound": [{"actions": [{"type": "redirect", "config": {"to": "/("}}]}]}',
  ])("finds nothing in %s", (text) => {
    expect(find(rule, text).found).toEqual([]);
  });
});
