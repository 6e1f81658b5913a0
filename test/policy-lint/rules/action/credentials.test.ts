import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "action/credentials";

const policy = (config: string): string =>
  `{"on_http_request": [{"actions": [{"type": "basic-auth", "config": ${config}}]}]}`;

describe(rule, () => {
  test.each([
    {
      config: '{"credentials": [«"user"»]}',
      message: "These credentials have no colon between name and password.",
      help: 'Write them like "user:password1".',
    },
    {
      config: '{"credentials": ["ok:12345678", «"user:1234567"»]}',
      message: 'The password of "user" has 7 characters.',
      help: "Use 8 to 128 characters.",
    },
    {
      config: `{"credentials": [«"user:${"x".repeat(129)}"»]}`,
      message: 'The password of "user" has 129 characters.',
      help: "Use 8 to 128 characters.",
    },
    {
      config: '{"credentials": ["user:12345678"], "realm": «"Büro"»}',
      message: 'The realm "Büro" is not ASCII.',
      help: "Use letters, digits and signs of ASCII.",
    },
  ])("finds $config", ({ config, message, help }) => {
    const { expected, found, diagnostics } = find(rule, policy(config));
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([expect.objectContaining({ severity: "error", message, help })]);
  });

  test.each([
    '{"credentials": ["user:12345678"], "realm": "Reports (all)"}',
    `{"credentials": ["user:${"x".repeat(128)}"]}`,
    '{"credentials": ["user:with:colon"]}',
    `{"credentials": ["user:\${secrets.get('a', 'b')}", "\${secrets.get('a', 'b')}"]}`,
    '{"credentials": [1, {"username": "user"}]}',
  ])("finds nothing in %s", (config) => {
    expect(find(rule, policy(config)).found).toEqual([]);
  });
});
