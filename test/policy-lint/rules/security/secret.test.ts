import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "security/secret";

const add = (headers: string): string =>
  `{"inbound": [{"actions": [{"type": "add-headers", "config": {"headers": ${headers}}}]}]}`;
const when = (expression: string): string =>
  `{"inbound": [{"expressions": [${JSON.stringify(expression)}], "actions": [{"type": "deny"}]}]}`;
// Drawn by lot for these tests, and nowhere in use.
const random = "q7Zt2Lw9Xc4Vb6Nm8Kj1Hg3Fd5Sa0Pe7Rt9Yu2W";
const password = "dXNlcjpodW50ZXIyIQ==";

describe(rule, () => {
  test.each([
    {
      what: "a GitHub token in a header",
      text: add(`{"authorization": "token «ghp_${random}»"}`),
      message: 'This looks like a GitHub token: it begins with "ghp_" and has 43 characters.',
    },
    {
      what: "an AWS key in the content of an answer",
      text: `{"inbound": [{"actions": [{"type": "custom-response", "config": {"content": "key=«AKIAQ7ZT2LW9XC4VB6NM» ok"}}]}]}`,
      message: 'This looks like an AWS access key: it begins with "AKIA" and has 20 characters.',
    },
    {
      what: "a private key in the metadata of a log",
      text: String.raw`{"inbound": [{"actions": [{"type": "log", "config": {"metadata": {"a": ["«-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA7u3n\n-----END RSA PRIVATE KEY-----»\n"]}}}]}]}`,
      message: 'This looks like a private key: it begins with "----" and has 82 characters.',
    },
    {
      what: "a signed token",
      text: add(`{"x-a": "«eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxMjM0In0.${random}»"}`),
      message: 'This looks like a signed token: it begins with "eyJh" and has 80 characters.',
    },
    {
      what: "a Stripe key in an expression",
      text: when(`'«sk_live_${random}»' in req.headers['x-a']`),
      message: 'This looks like a Stripe key: it begins with "sk_l" and has 47 characters.',
    },
    {
      what: "a Slack token in the name of a rule",
      text: `{"inbound": [{"name": "For «xoxb-2047-${random}»", "actions": [{"type": "deny"}]}]}`,
      message: 'This looks like a Slack token: it begins with "xoxb" and has 49 characters.',
    },
    {
      what: "a bearer token",
      text: add(`{"Authorization": "Bearer «${random}»"}`),
      message: 'This looks like a bearer token: it begins with "q7Zt" and has 39 characters.',
    },
    {
      what: "a password for basic authentication",
      text: when(`req.headers['authorization'][0] == 'Basic «${password}»'`),
      message: 'This looks like a user with password: it begins with "dXNl" and has 20 characters.',
    },
    {
      what: "a password in a URL",
      text: `{"inbound": [{"actions": [{"type": "redirect", "config": {"to": "https://«ada:c0rrect-horse»@a.example/"}}]}]}`,
      message: 'This looks like a user with password: it begins with "ada:" and has 17 characters.',
    },
    {
      what: "a random text under a telling name",
      text: add(`{"X-Api-Key": «"${random}"»}`),
      message: 'This looks like a key or token: it begins with "q7Zt" and has 39 characters.',
    },
    {
      what: "the same in the metadata of a log",
      text: `{"inbound": [{"actions": [{"type": "log", "config": {"metadata": {"clientSecret": [«"${random}"»]}}}]}]}`,
      message: 'This looks like a key or token: it begins with "q7Zt" and has 39 characters.',
    },
    {
      what: "a key that a header is compared with",
      text: when(`req.headers['x-api-key'][0] == «'${random}'»`),
      message: 'This looks like a key or token: it begins with "q7Zt" and has 39 characters.',
    },
    {
      what: "a key that is asked for in a list",
      text: when(`!(«'${random}'» in getReqHeader('X-Auth-Token'))`),
      message: 'This looks like a key or token: it begins with "q7Zt" and has 39 characters.',
    },
    {
      what: "a key that one of the values is compared with",
      text: when(`getQueryParam('token').exists(t, t == «'${random}'»)`),
      message: 'This looks like a key or token: it begins with "q7Zt" and has 39 characters.',
    },
  ])("finds $what", ({ text, message }) => {
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([expect.objectContaining({ message })]);
  });

  test.each([
    add('{"authorization": "Bearer <YOUR-TOKEN>", "x-api-key": "your-api-key-goes-here-1"}'),
    add('{"x-api-key": "xxxxxxxxxxxxxxxxxxxxxxxx1", "x-token": "changeme-changeme-1234"}'),
    add(
      '{"x-api-key": "${req.headers[\'x-key\'][0]}", "authorization": "Bearer ${getReqCookie(\'session\').value}"}',
    ),
    add('{"authorization": "Bearer eyJ...", "x-secret": "AKIAIOSFODNN7EXAMPLE"}'),
    add(
      '{"authorization": "Basic dXNlcjpwYXNzd29yZA==", "www-authenticate": "Basic realm=internal"}',
    ),
    add('{"x-api-key": "v1", "x-auth": "enabled", "x-password": "hunter2"}'),
    add(`{"x-request-id": "${random}", "etag": "33a64df551425fcc55e4d42a148795d9f25f89d4"}`),
    '{"outbound": [{"actions": [{"type": "log", "config": {"metadata": {"edgeId": "edghts_2cSjzGIJqwwSDfDOKhRXHToV7Rv", "routeId": "edghtsrt_2cSjzMefwVMUDcy95OaRhdhhGyF"}}}]}]}',
    '{"inbound": [{"actions": [{"type": "jwt-validation", "config": {"http": {"tokens": [{"type": "access_token", "method": "header", "name": "Authorization", "prefix": "Bearer "}]}}}]}]}',
    '{"inbound": [{"actions": [{"type": "restrict-ips", "config": {"ip_policies": ["ipp_1yjqdrIBwgciY2I9zH2EelgBbJF"]}}]}]}',
    when("endpoint.id == 'ep_2iL8LRbQilSCKYjaslRoqBwJcfT'"),
    when("conn.tls.client.serial_number == 'b53017e79d4a5208b314a55d3574e0a8'"),
    when("req.url.authority == 'user:password@nba.example'"),
    when("req.url.raw.contains('https://user:password@a.example')"),
    when("'Authorization' in req.Headers"),
    when("req.headers['x-api-key'][0] == 'tier-gold'"),
    when(`req.headers['x-trace'][0] == '${random}'`),
    when("hasReqHeader('X-Api-Key')"),
    '{"inbound": [{"actions": [{"type": "custom-response", "config": {"content": "-----BEGIN PRIVATE KEY----- is how a key begins"}}]}]}',
    '{"inbound": [{"actions": [{"type": "log", "config": {"metadata": {"token": 12345678901234567890, "secret": null}}}]}]}',
  ])("finds nothing in %s", (text) => {
    expect(find(rule, text).found).toEqual([]);
  });

  test.each([
    [
      "credentials",
      '["bob:«5K0QgtsKHH»", "eve:«x»", "ann:password1", "kim:foobar1", "ida:$PASS", "joe:${secrets.get(\'v\', \'n\')}"]',
    ],
    ["secret", '"«MG16FmEKnaDC»"'],
  ])("finds a secret by its field %s, whatever its length", (field, value) => {
    const type = field === "secret" ? "verify-webhook" : "basic-auth";
    const text = `{"on_http_request": [{"actions": [{"type": "${type}", "config": {"${field}": ${value}}}]}]}`;
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics[0]).toMatchObject({
      severity: "info",
      message: `The policy contains a secret: the field "${field}" of "${type}" as text.`,
      help: "Keep it in a vault and write ${secrets.get('vault', 'name')}, and replace the secret where it is used, because it may have been read.",
    });
  });

  test("never shows a secret", () => {
    for (const text of [add(`{"x-api-key": "${random}"}`), when(`'ghp_${random}' == 'a'`)]) {
      const { diagnostics } = find(rule, text);
      expect(diagnostics).toHaveLength(1);
      expect(JSON.stringify(diagnostics)).not.toContain(random.slice(0, 8));
    }
  });

  test("reads long texts in no time", () => {
    for (const part of ["a-", "eyJ-", "Bearer ", "a://", "sk-", "-----BEGIN PRIVATE KEY-----"]) {
      const text = JSON.stringify({ inbound: [{ name: part.repeat(20_000) }] });
      expect(find(rule, text).found).toEqual([]);
    }
  });
});
