import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "action/url";

const jwt = (url: string): string =>
  `{"inbound": [{"actions": [{"type": "jwt-validation", "config": {"jws": {"keys": {"sources": {"additional_jkus": [${url}]}}}}}]}]}`;

const forward = (url: string): string =>
  `{"inbound": [{"actions": [{"type": "forward-internal", "config": {"url": ${url}}}]}]}`;

describe(rule, () => {
  test.each([
    {
      what: "a host alone",
      text: forward('«"billing.internal"»'),
      message: '"billing.internal" is not a URL.',
      severity: "error",
    },
    {
      what: "a path",
      text: jwt('"https://a.example/keys", «"/keys.json"»'),
      message: '"/keys.json" is not a URL.',
      severity: "error",
    },
    {
      what: "a host and port",
      text: forward('«"billing.internal:8080"»'),
      message: '"billing.internal:8080" is not a URL.',
      severity: "error",
    },
    {
      what: "spaces",
      text: forward('«"https://billing .internal"»'),
      message: '"https://billing .internal" is not a URL.',
      severity: "error",
    },
    {
      what: "no host",
      text: forward('«"https://"»'),
      message: '"https://" is not a URL.',
      severity: "error",
    },
    {
      what: "a placeholder",
      text: jwt('«"https://<YOUR-PROVIDER>/keys.json"»'),
      message: '"https://<YOUR-PROVIDER>/keys.json" still has the placeholder <YOUR-PROVIDER>.',
      severity: "warning",
    },
    {
      what: "keys that come unprotected",
      text: jwt('«"http://issuer.example/keys.json"»'),
      message: 'What comes from "http://issuer.example/keys.json" can be exchanged on its way.',
      severity: "warning",
    },
  ])("finds $what", ({ text, message, severity }) => {
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([expect.objectContaining({ message, severity })]);
  });

  test.each([
    forward('"https://example.internal"'),
    forward('"http://billing.internal:8080/a?b=c#d"'),
    forward('"tcp://[2001:db8::1]:22"'),
    forward('"tls://user@billing.internal:443"'),
    jwt(
      '"https://dev-tenant-id.eu.auth.example/.well-known/jwks.json", "HTTPS://a.example:8443/jwks"',
    ),
    jwt(""),
    // Mistakes that other rules tell.
    forward("1"),
    forward('"https://${conn.client_ip}"'),
  ])("finds nothing in %s", (text) => {
    expect(find(rule, text).found).toEqual([]);
  });
});
