import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "action/listed-expression";

const policy = (keys: string): string =>
  `{"inbound": [{"actions": [{"type": "rate-limit", "config": {"name": "a", "algorithm": "sliding_window", "capacity": 1, "rate": "60s", "bucket_key": [${keys}]}}]}]}`;

describe(rule, () => {
  test.each([
    {
      what: "a variable that is not listed",
      text: policy('"req.host", «"req.method"»'),
      message: 'req.method is not one of the expressions documented for "bucket_key".',
      severity: "info",
    },
    {
      what: "one value of a header",
      text: policy(`«"req.headers['x-key'][0]"»`),
      message: `req.headers['x-key'][0] is not one of the expressions documented for "bucket_key".`,
      severity: "info",
    },
    {
      what: "two joined values",
      text: policy(`«"conn.client_ip + req.host"»`),
      message:
        'conn.client_ip + req.host is not one of the expressions documented for "bucket_key".',
      severity: "info",
    },
    {
      what: "another function",
      text: policy(`«"getReqCookie('a')"»`),
      message: `getReqCookie('a') is not one of the expressions documented for "bucket_key".`,
      severity: "info",
    },
  ])("finds $what", ({ text, message, severity }) => {
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([expect.objectContaining({ message, severity })]);
  });

  test.each([
    policy('"conn.client_ip", "req.host"'),
    policy(`"req.headers['x-api-key']", "getReqHeader('X-Api-Key')"`),
    policy(`"req.headers[\\"host\\"]", " conn.client_ip "`),
    // Names of earlier eras are told by another rule.
    policy(`"conn.ClientIP", "req.Host", "req.Headers['X-Tier']"`),
    // So is what is wrong in itself.
    policy(`"conn.client_ipp", "req.headers[", ""`),
    policy("1"),
    `{"inbound": [{"expressions": ["req.method == 'A'"], "actions": [{"type": "add-headers", "config": {"headers": {"a": "\${req.method}"}}}]}]}`,
  ])("finds nothing in %s", (text) => {
    expect(find(rule, text).found).toEqual([]);
  });
});
