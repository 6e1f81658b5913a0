import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "security/logged-secret";

const logging = (value: string, direction = "inbound"): string =>
  JSON.stringify({
    [direction]: [{ actions: [{ type: "log", config: { metadata: { a: { b: [value] } } } }] }],
  });

describe(rule, () => {
  test.each([
    ["${«req.headers['authorization']»[0]}", 'The header "authorization" is'],
    ["from ${«getReqHeader('Authorization')»}", 'The header "Authorization" is'],
    ["${«getReqHeader('X-Api-Key')»[0]}", 'The header "X-Api-Key" is'],
    ["${«req.headers.cookie»}", 'The header "cookie" is'],
    ["${«req.Headers['Proxy-Authorization']»}", 'The header "Proxy-Authorization" is'],
    ["${'t: ' + «req.headers['x-auth-token']»[0]}", 'The header "x-auth-token" is'],
    ["${hasReqHeader('Cookie') ? «getReqHeader('Cookie')»[0] : ''}", 'The header "Cookie" is'],
    ["${string(«getReqHeader('Authorization')»[0])}", 'The header "Authorization" is'],
    ["${«getReqHeader('Authorization')».map(v, v)}", 'The header "Authorization" is'],
    ["${«req.headers»}", "req.headers holds all headers, including credentials, and is"],
    [
      "${req.headers.map(k, «req.headers»[k])}",
      "req.headers holds all headers, including credentials, and is",
    ],
    ["${«req.cookies»}", "req.cookies holds all cookies, including those of sessions, and is"],
    ["${«req.cookies['session']»[0].value}", 'The cookie "session" is'],
    ["${«getReqCookie('connect.sid')».value}", 'The cookie "connect.sid" is'],
    ["${«getReqCookie('access_token')».Value}", 'The cookie "access_token" is'],
    ["${«getReqCookie('PHPSESSID')».value}", 'The cookie "PHPSESSID" is'],
    ["${«req.cookies.my_session»[0].value}", 'The cookie "my_session" is'],
    ["${«getQueryParam('token')»[0]}", 'The parameter "token" is'],
    ["${«req.url.query_params['api_key']»[0]}", 'The parameter "api_key" is'],
    [
      "${«actions.ngrok.jwt_validation.tokens»}",
      "actions.ngrok.jwt_validation.tokens holds whole tokens with their signatures, and is",
    ],
    [
      "${«actions.ngrok.jwt_validation.tokens»[0].signature}",
      "actions.ngrok.jwt_validation.tokens holds whole tokens with their signatures, and is",
    ],
    ["${«req.url.user_password»}", "req.url.user_password includes a password, and is"],
  ])("finds %s", (value, what) => {
    const { expected, found, diagnostics } = find(rule, logging(value));
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([
      expect.objectContaining({
        severity: "warning",
        message: `${what} written to the event log.`,
        help: "Remove it, or log only whether it exists.",
      }),
    ]);
  });

  test.each([
    "${«res.headers['set-cookie']»[0]}",
    "${«getResHeader('Set-Cookie')»[0]}",
    "${«getResCookie('session')».value}",
    "${«res.headers»}",
    "${«res.cookies»}",
  ])("finds %s in a response", (value) => {
    const { expected, found } = find(rule, logging(value, "outbound"));
    expect(found).toEqual(expected);
  });

  test.each([
    "${conn.client_ip}",
    "${hasReqHeader('Authorization')}",
    "${'authorization' in req.headers}",
    "${size(req.headers)}",
    "${req.headers.map(k, k)}",
    "${size(getReqHeader('Authorization')[0])}",
    "${getReqHeader('Authorization')[0].startsWith('Bearer ')}",
    "${getReqHeader('Authorization')[0] == 'a' ? 'yes' : 'no'}",
    "${req.headers['user-agent'][0]}",
    "${getReqHeader('X-Request-Id')[0]}",
    "${getReqCookie('theme').value}",
    "${getReqCookie('assessment').value}",
    "${getReqCookie('inside').value}",
    "${getReqCookie('session').name}",
    "${req.cookies['session'][0].secure}",
    "${getQueryParam('page')[0]}",
    "${actions.ngrok.jwt_validation.tokens[0].payload.sub}",
    "${actions.ngrok.jwt_validation.tokens.map(t, t.payload['sub'])}",
    "${size(actions.ngrok.jwt_validation.tokens)}",
    "${req.url}",
    "${req.url.query}",
    "${",
    "req.headers['authorization']",
  ])("finds nothing in %s", (value) => {
    expect(find(rule, logging(value)).found).toEqual([]);
  });

  test("finds nothing where nothing is logged", () => {
    const text = `{"inbound": [{"actions": [{"type": "add-headers", "config": {"headers": {"x-a": "\${getReqHeader('Authorization')[0]}"}}}]}]}`;
    expect(find(rule, text).found).toEqual([]);
  });
});
