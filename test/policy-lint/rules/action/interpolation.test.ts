import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "action/interpolation";

const policy = (value: string): string =>
  `{"inbound": [{"actions": [{"type": "add-headers", "config": {"headers": {"x-a": ${JSON.stringify(value)}}}}]}]}`;

describe(rule, () => {
  test.each([
    {
      what: "an empty interpolation",
      text: policy("a «${}» b"),
      message: "The interpolation is empty.",
      severity: "error",
    },
    {
      what: "one with nothing but space in it",
      text: policy("«${  }»"),
      message: "The interpolation is empty.",
      severity: "error",
    },
    {
      what: "one that is not closed",
      text: policy("${req.method} «${»req.host"),
      message: "The interpolation that starts here is not closed.",
      severity: "warning",
    },
  ])("finds $what", ({ text, message, severity }) => {
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([expect.objectContaining({ message, severity })]);
  });

  test.each([
    policy("${conn.client_ip}"),
    policy("costs $5 {or} $ {more}"),
    policy(`\${{'a': '}'}['a']}`),
    policy("$$"),
    // What is wrong with an expression is told by other rules.
    policy("${req.}"),
    policy("${'a}"),
    // A field without interpolations.
    '{"inbound": [{"actions": [{"type": "forward-internal", "config": {"url": "https://${}"}}]}]}',
  ])("finds nothing in %s", (text) => {
    expect(find(rule, text).found).toEqual([]);
  });
});
