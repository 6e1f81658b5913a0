import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "action/config";

describe(rule, () => {
  test.each([
    {
      what: "a missing key",
      text: '{"inbound": [{"actions": [{"type": "custom-response", "config": «{"content": "x"}»}]}]}',
      message: '"status_code" is missing.',
    },
    {
      what: "no config where one is needed",
      text: '{"inbound": [{"actions": [«{"type": "url-rewrite"}»]}]}',
      message: 'The action "url-rewrite" needs a config with "from".',
    },
    {
      what: "an unknown key",
      text: '{"outbound": [{"actions": [{"type": "compress-response", "config": {«"algoritms"»: ["br"]}}]}]}',
      message: 'Unknown key "algoritms".',
    },
    {
      what: "a misspelt key, which is not missing as well",
      text: '{"inbound": [{"actions": [{"type": "custom-response", "config": {«"status"»: "503"}}]}]}',
      message: 'Unknown key "status".',
    },
    {
      what: "a key in other letters",
      text: '{"inbound": [{"actions": [{"type": "custom-response", "config": {«"statusCode"»: 503}}]}]}',
      message: 'Unknown key "statusCode".',
      edits: [{ path: "/inbound/0/actions/0/config/statusCode", key: "status_code" }],
      safe: false,
    },
    {
      // That nobody was refused may have been what the service made of it.
      what: "a key in other letters that may have been passed over",
      text: '{"inbound": [{"actions": [{"type": "restrict-ips", "config": {"allow": ["192.0.2.0/24"], «"Enforce"»: false}}]}]}',
      message: 'Unknown key "Enforce".',
      edits: [{ path: "/inbound/0/actions/0/config/Enforce", key: "enforce" }],
      safe: false,
    },
    {
      what: "what the key is called elsewhere",
      text: '{"inbound": [{"actions": [{"type": "custom-response", "config": {"status_code": 200, «"body"»: "x"}}]}]}',
      message: 'Unknown key "body".',
      help: 'Did you mean "content"?',
    },
    {
      what: "one text where a list belongs",
      text: '{"inbound": [{"actions": [{"type": "remove-headers", "config": {"headers": «"server"»}}]}]}',
      message: '"headers" must be a list, not text.',
      edits: [{ path: "/inbound/0/actions/0/config/headers", value: ["server"] }],
      safe: true,
    },
    {
      what: "a number where one of some texts belongs, once",
      text: '{"outbound": [{"actions": [{"type": "compress-response", "config": {"algorithms": [«1»]}}]}]}',
      message: "This must be text, not a number.",
    },
    {
      what: "a number of many digits",
      text: '{"inbound": [{"actions": [{"type": "deny", "config": {"status_code": «12345678901234567890»}}]}]}',
      message: '"status_code" must be a whole number, not a number with too many digits.',
    },
    {
      what: "a status in quotes",
      text: '{"inbound": [{"actions": [{"type": "deny", "config": {"status_code": «"403"»}}]}]}',
      message: '"status_code" must be a whole number, not text.',
    },
    {
      what: "a fraction",
      text: '{"inbound": [{"actions": [{"type": "deny", "config": {"status_code": «403.5»}}]}]}',
      message: '"status_code" must be a whole number, not a fraction.',
    },
    {
      what: "an algorithm that does not exist",
      text: '{"outbound": [{"actions": [{"type": "compress-response", "config": {"algorithms": [«"brotli"»]}}]}]}',
      message: '"brotli" is not an allowed value.',
    },
    {
      what: "a header that is a number",
      text: '{"inbound": [{"actions": [{"type": "custom-response", "config": {"status_code": 200, "headers": {"x-a": «1»}}}]}]}',
      message: '"x-a" must be text, not a number.',
    },
    {
      what: "eleven headers",
      text: '{"inbound": [{"actions": [{"type": "custom-response", "config": {"status_code": 200, "headers": «{"x-0": "", "x-1": "", "x-2": "", "x-3": "", "x-4": "", "x-5": "", "x-6": "", "x-7": "", "x-8": "", "x-9": "", "x-10": ""}»}}]}]}',
      message: '"headers" must have at most 10 entries.',
    },
  ])("finds $what", ({ text, message, help, edits, safe }) => {
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([expect.objectContaining({ message, ...(help && { help }) })]);
    expect(diagnostics[0]?.fix?.edits).toEqual(edits);
    expect(diagnostics[0]?.fix?.safe).toBe(safe);
  });

  test.each([
    '{"inbound": [{"actions": [{"type": "deny"}, {"type": "deny", "config": null}, {"type": "deny", "config": {}}]}]}',
    '{"outbound": [{"actions": [{"type": "compress-response"}]}]}',
    // Mistakes that other rules tell.
    '{"inbound": [{"actions": [{"type": "custom-response", "status_code": 503}]}]}',
    '{"inbound": [{"actions": [{"type": "custom-response", "config": []}]}]}',
    '{"inbound": [{"actions": [{"type": "teleport", "config": {"to": "mars"}}]}]}',
  ])("finds nothing in %s", (text) => {
    expect(find(rule, text).found).toEqual([]);
  });

  test.each([
    ["oauth", "githb", "github"],
    ["oauth", "Google", "google"],
    ["verify-webhook", "gitlb", "gitlab"],
  ])("finds a misspelt provider of %s, %s", (type, provider, meant) => {
    const secret = type === "oauth" ? "" : ', "secret": "a"';
    const { expected, found, diagnostics } = find(
      rule,
      `{"on_http_request": [{"actions": [{"type": "${type}", "config": {"provider": «"${provider}"»${secret}}}]}]}`,
    );
    expect(found).toEqual(expected);
    expect(diagnostics[0]).toMatchObject({
      severity: "error",
      message: `Unknown provider "${provider}".`,
      help: `Did you mean "${meant}"?`,
    });
  });

  test("finds nothing in a provider that is like none of them", () => {
    const action = '{"type": "oauth", "config": {"provider": "example"}}';
    expect(find(rule, `{"on_http_request": [{"actions": [${action}]}]}`).found).toEqual([]);
  });

  test.each([
    [
      "jwt-validation",
      '{"issuer": «"a"»}',
      'For example {"allow_list":[{"value":"https://issuer.example.com/"}]}.',
    ],
    ["rate-limit", '«{"name": "a"}»', 'Add "algorithm", such as "sliding_window".'],
  ])("shows for %s what the documentation has there", (type, config, help) => {
    const text = `{"inbound": [{"actions": [{"type": "${type}", "config": ${config}}]}]}`;
    const { diagnostics } = find(rule, text);
    expect(diagnostics.map((one) => one.help)).toContain(help);
  });

  test.each([
    ["keys", '{"allowed_algorithms": ["RS256"], "keys": «[{"sources": []}]»}'],
    ["sources", '{"allowed_algorithms": ["RS256"], "keys": {"sources": «[]»}}'],
  ])("only points out that %s is a list, as a part of the documentation has it", (name, jws) => {
    const list = '{"allow_list": [{"value": "a"}]}';
    const tokens = '[{"type": "jwt", "method": "header", "name": "Authorization"}]';
    const config = `{"issuer": ${list}, "audience": ${list}, "http": {"tokens": ${tokens}}, "jws": ${jws}}`;
    const text = `{"inbound": [{"actions": [{"type": "jwt-validation", "config": ${config}}]}]}`;
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([
      expect.objectContaining({
        severity: "info",
        message: `"${name}" is documented in every example as an object, not a list.`,
      }),
    ]);
  });
});
