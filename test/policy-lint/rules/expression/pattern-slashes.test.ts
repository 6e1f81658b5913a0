import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";
import { lookIn } from "../../look-in.ts";

const rule = "expression/pattern-slashes";

describe(rule, () => {
  test.each([
    {
      marked: "req.user_agent.matches(«'/gptbot/i'»)",
      told: {
        severity: "warning",
        message: "The slashes around /gptbot/i are matched as characters.",
        help: "Write '(?i)gptbot'.",
        fixed: "req.user_agent.matches('(?i)gptbot')",
        safe: false,
      },
    },
    {
      marked: "req.url.path.matches(«'/^api/'»)",
      told: { fixed: "req.url.path.matches('^api')" },
    },
    {
      marked: String.raw`req.url.path.matches(«r'/\/api\/v1/gi'»)`,
      told: { fixed: "req.url.path.matches('(?i)/api/v1')" },
    },
    {
      marked: "req.host.matches(«'/example[.]com$/'»)",
      told: { fixed: "req.host.matches('example[.]com$')" },
    },
  ])("finds $marked", ({ marked, told: expectedTold }) => {
    const { expected, found, told } = lookIn(rule, marked);
    expect(found).toEqual(expected);
    expect(told).toEqual([expect.objectContaining(expectedTold)]);
  });

  test.each([
    "req.url.path.matches('/api/')",
    "req.url.path.matches('/users/i')",
    "req.url.path.matches('^/api/')",
    "req.user_agent.matches('/bot/')",
    "req.url.path == '/a/i'",
  ])("finds nothing in %s", (text) => {
    expect(lookIn(rule, text).found).toEqual([]);
  });

  test("finds it in the pattern of an action", () => {
    const rewrite = (from: string): string =>
      `{"inbound": [{"actions": [{"type": "url-rewrite", "config": {"from": ${from}, "to": "/new"}}]}]}`;
    const { expected, found, diagnostics } = find(rule, rewrite('«"/^https:.*old$/i"»'));
    expect(found).toEqual(expected);
    expect(diagnostics[0]).toMatchObject({
      fix: { safe: false, edits: [{ value: "(?i)^https:.*old$" }] },
    });
    expect(find(rule, rewrite('"/old/(.*)/"')).found).toEqual([]);
  });
});
