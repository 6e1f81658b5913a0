import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "action/cors-credentials";

const policy = (headers: string): string =>
  `{"outbound": [{"actions": [{"type": "add-headers", "config": {"headers": ${headers}}}]}]}`;

describe(rule, () => {
  test("finds every origin together with credentials", () => {
    const headers =
      '{"Access-Control-Allow-Credentials": "true", "Access-Control-Allow-Origin": «"*"»}';
    const { expected, found, diagnostics } = find(rule, policy(headers));
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([
      expect.objectContaining({
        severity: "warning",
        message: 'Browsers refuse the origin "*" together with credentials.',
        help: "Name the origin, or remove access-control-allow-credentials.",
      }),
    ]);
  });

  test.each([
    '{"access-control-allow-origin": "*"}',
    '{"access-control-allow-origin": "*", "access-control-allow-credentials": "false"}',
    '{"access-control-allow-origin": "https://a.example", "access-control-allow-credentials": "true"}',
  ])("finds nothing in %s", (headers) => {
    expect(find(rule, policy(headers)).found).toEqual([]);
  });
});
