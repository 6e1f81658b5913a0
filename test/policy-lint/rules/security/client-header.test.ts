import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "security/client-header";

const policy = (expression: string, actions = '{"type": "deny"}'): string =>
  `{"inbound": [{"expressions": ["${expression}"], "actions": [${actions}]}]}`;
const respond = (status: number): string =>
  `{"type": "custom-response", "config": {"status_code": ${status}, "content": "Closed"}}`;

describe(rule, () => {
  test.each([
    {
      what: "an address that is not in the header",
      text: policy("!(«'192.0.2.7' in req.headers['x-forwarded-for']»)"),
      message: 'A client avoids this refusal by sending the right "x-forwarded-for".',
    },
    {
      what: "another address than the first in the header",
      text: policy("«req.headers['x-real-ip'][0] != '192.0.2.7'»"),
      message: 'A client avoids this refusal by sending the right "x-real-ip".',
    },
    {
      what: "an address outside of a range",
      text: policy(
        "hasReqHeader('X-Forwarded-For') && !«inCidrRange(getReqHeader('X-Forwarded-For')[0], '10.0.0.0/8')»",
      ),
      message: 'A client avoids this refusal by sending the right "X-Forwarded-For".',
    },
    {
      what: "a macro over the values",
      text: policy(
        "!«getReqHeader('True-Client-Ip').exists(ip, ip.startsWith('10.'))»",
        respond(403),
      ),
      message: 'A client avoids this refusal by sending the right "True-Client-Ip".',
    },
    {
      what: "one of several ways in",
      text: policy(
        "!(conn.client_ip == '192.0.2.7' || «req.headers['forwarded'][0] == 'for=192.0.2.7'»)",
      ),
      message: 'A client avoids this refusal by sending the right "forwarded".',
    },
    {
      what: "a variable of an earlier era",
      text: policy("!(«'192.0.2.7' in req.Headers['X-Forwarded-For']»)"),
      message: 'A client avoids this refusal by sending the right "X-Forwarded-For".',
    },
  ])("finds $what", ({ text, message }) => {
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([expect.objectContaining({ message })]);
  });

  const marked = (condition: string, first = "", mark = "x-caller"): string =>
    `{"on_http_request": [${first}
      {"name": "Known", "expressions": ["req.method == 'PUT'"], "actions": [{"type": "add-headers", "config": {"headers": {"${mark}": "a"}}}]},
      {"expressions": ["${condition}"], "actions": [{"type": "deny"}]}]}`;

  test.each([
    "!(«'x-caller' in req.headers»)",
    "!«hasReqHeader('X-Caller')»",
    "!('x-b' in req.headers) || «req.headers['x-caller'][0] != 'a'»",
    "!(«'a' in getReqHeader('X-Caller')»)",
  ])("finds a mark that the client can send: %s", (condition) => {
    const { expected, found, diagnostics } = find(rule, marked(condition));
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([
      expect.objectContaining({
        message: 'A client avoids this refusal by sending "x-caller" itself, which "Known" adds.',
      }),
    ]);
  });

  const removing = (conditions: string): string =>
    `{"expressions": [${conditions}], "actions": [{"type": "remove-headers", "config": {"headers": ["X-Caller"]}}]},`;

  test.each([
    marked("!('x-caller' in req.headers)", removing("")),
    marked("!('x-caller' in req.headers)", "", "x-other"),
    marked("'x-caller' in req.headers"),
  ])("no mark that the client can send: %s", (text) => {
    expect(find(rule, text).diagnostics).toEqual([]);
  });

  test("a mark of which not all of those of clients are removed", () => {
    const text = marked("!('x-caller' in req.headers)", removing(`"req.method == 'GET'"`));
    expect(find(rule, text).diagnostics).toHaveLength(1);
  });

  test.each([
    // Whoever leaves the header out is let through as well, but nobody gets in by it.
    policy("'192.0.2.66' in req.headers['x-forwarded-for']"),
    policy("req.headers['x-real-ip'][0] == '192.0.2.66'"),
    policy("inCidrRange(getReqHeader('X-Forwarded-For')[0], '10.0.0.0/8')"),
    policy("!('x-forwarded-for' in req.headers)"),
    policy("!hasReqHeader('X-Forwarded-For')"),
    policy("size(getReqHeader('X-Forwarded-For')) != 1"),
    policy("req.headers['x-real-ip'][0] != ''"),
    // The header must be true.
    policy("req.headers['x-real-ip'][0] != conn.client_ip"),
    policy("req.headers['x-api-key'][0] != 'a'"),
    policy("!('gzip' in req.headers['accept-encoding'])"),
    policy("conn.client_ip != '192.0.2.7'"),
    policy("!inCidrRange(conn.client_ip, '10.0.0.0/8')"),
    // Nobody is refused.
    policy(
      "!('192.0.2.7' in req.headers['x-forwarded-for'])",
      '{"type": "log", "config": {"metadata": {}}}',
    ),
    policy("req.headers['x-real-ip'][0] != '192.0.2.7'", respond(200)),
    policy("req.headers['x-real-ip'["),
  ])("finds nothing in %s", (text) => {
    expect(find(rule, text).found).toEqual([]);
  });
});
