import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "action/token-prefix";

const policy = (prefix: string): string =>
  `{"inbound": [{"actions": [{"type": "jwt-validation", "config": {"http": {"tokens": [{"prefix": ${prefix}}]}}}]}]}`;

describe(rule, () => {
  test("finds a prefix without its space", () => {
    const { expected, found, diagnostics } = find(rule, policy('«"Bearer"»'));
    expect(found).toEqual(expected);
    const path = "/inbound/0/actions/0/config/http/tokens/0/prefix";
    expect(diagnostics).toEqual([
      expect.objectContaining({
        severity: "warning",
        message: 'The prefix "Bearer" has no space at its end.',
        help: 'Write "Bearer ".',
        fix: { title: 'Write "Bearer "', safe: false, edits: [{ path, value: "Bearer " }] },
      }),
    ]);
  });

  test.each(['"Bearer "', '""', '"tok_"', "null"])("finds nothing in %s", (prefix) => {
    expect(find(rule, policy(prefix)).found).toEqual([]);
  });
});
