import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "document/placeholder";

const policy = (action: string): string => `{"on_http_request": [{"actions": [${action}]}]}`;
const withSecret = (secret: string): string =>
  policy(`{"type": "verify-webhook", "config": {"provider": "github", "secret": ${secret}}}`);
const withBody = (body: string): string =>
  policy(`{"type": "custom-response", "config": {"status_code": 200, "body": ${body}}}`);

describe(rule, () => {
  test.each([
    ['«"<CLIENT_SECRET>"»', "<CLIENT_SECRET>"],
    ['«"<your secret>"»', "<your secret>"],
    ['«"{your secret}"»', "{your secret}"],
    ['«"{signing key}"»', "{signing key}"],
    ['«"$WEBHOOK"»', "$WEBHOOK"],
    ['«"YOUR_WEBHOOK_SECRET"»', "YOUR_WEBHOOK_SECRET"],
  ])("finds %s", (text, placeholder) => {
    const { expected, found, diagnostics } = find(rule, withSecret(text));
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([
      expect.objectContaining({
        severity: "warning",
        message: `The placeholder ${placeholder} is not filled in.`,
        help: "Write the value itself: the service takes the text literally.",
      }),
    ]);
  });

  test.each(['«"Bearer $API_TOKEN"»', '«"https://<YOUR-DOMAIN>/a"»', '«"Ask YOUR_NAME"»'])(
    "finds a part of %s",
    (text) => {
      const { expected, found } = find(rule, withBody(text));
      expect(found).toEqual(expected);
    },
  );

  test("finds it in an expression", () => {
    const text = `{"inbound": [{"expressions": ["req.host == «'<YOUR_HOST>'»"], "actions": [{"type": "deny"}]}]}`;
    const { expected, found } = find(rule, text);
    expect(found).toEqual(expected);
  });

  test.each([
    withSecret(`"\${secrets.get('a', 'b')}"`),
    withBody('"<h1>Closed</h1><p>Back soon.</p>"'),
    withBody('"<!DOCTYPE html>"'),
    withBody('"{\\"a\\": {\\"b\\": 1}}"'),
    withBody('"It costs $20, or US$ 5."'),
    withBody('"a { color: red }"'),
    policy('{"type": "url-rewrite", "config": {"from": "/a/(.*)", "to": "/b/$NAME_A"}}'),
    policy('{"type": "restrict-ips", "config": {"allow": ["$YOUR_ADDRESS"]}}'),
    policy('{"type": "redirect", "config": {"from": "/a{1,3}", "to": "/b"}}'),
  ])("finds nothing in %s", (text) => {
    expect(find(rule, text).found).toEqual([]);
  });
});
