import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";
import { lookIn } from "../../look-in.ts";

const rule = "expression/control-character";

describe(rule, () => {
  test.each([
    {
      marked: String.raw`req.host.matches('bot«\b»')`,
      told: {
        severity: "warning",
        message: String.raw`In this text \b is a backspace (U+0008), which no header and no URL contains.`,
        help: String.raw`For a word boundary write \\b, or r'…\b…'.`,
        fixed: String.raw`req.host.matches('bot\\b')`,
        safe: false,
      },
    },
    {
      marked: String.raw`req.url.path == 'C:«\f»oo'`,
      told: {
        help: String.raw`For a backslash write it twice: \\f.`,
        fixed: String.raw`req.url.path == 'C:\\foo'`,
      },
    },
    { marked: String.raw`req.url.path.contains("«\v»")`, told: { safe: false } },
    { marked: String.raw`req.url.path in ['«\a»']`, told: { safe: false } },
    {
      marked: "req.host.matches('bot«\b»')",
      told: { fixed: String.raw`req.host.matches('bot\\b')` },
    },
    {
      marked: "req.host.matches(r'bot«\b»')",
      told: { fixed: String.raw`req.host.matches(r'bot\b')` },
    },
  ])("finds $marked", ({ marked, told: expectedTold }) => {
    const { expected, found, told } = lookIn(rule, marked);
    expect(found).toEqual(expected);
    expect(told).toEqual([expect.objectContaining(expectedTold)]);
  });

  test.each([
    String.raw`req.host.matches('bot\\b')`,
    String.raw`req.host.matches(r'bot\b')`,
    String.raw`req.url.path.contains('\x08')`,
    String.raw`req.url.path.contains('\t\n')`,
  ])("finds nothing in %s", (text) => {
    expect(lookIn(rule, text).found).toEqual([]);
  });

  test("finds it in the pattern of an action", () => {
    const text = String.raw`{"inbound": [{"actions": [{"type": "url-rewrite", "config": {"from": "/old«\b»", "to": "/new"}}]}]}`;
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics[0]).toMatchObject({
      help: String.raw`For a backslash write it twice: \\b.`,
      fix: { safe: false, edits: [{ text: String.raw`\b` }] },
    });
  });
});
