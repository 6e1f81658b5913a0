import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "action/unknown-type";

describe(rule, () => {
  test.each([
    {
      what: "an underscore for a hyphen",
      text: '{"inbound": [{"actions": [{"type": «"custom_response"»}]}]}',
      message: 'Unknown action type "custom_response".',
      help: 'Did you mean "custom-response"?',
      edits: [{ path: "/inbound/0/actions/0/type", value: "custom-response" }],
    },
    {
      what: "a letter too many",
      text: '{"inbound": [{"actions": [{"type": «"denny"»}]}]}',
      message: 'Unknown action type "denny".',
      help: 'Did you mean "deny"?',
    },
    {
      what: "a type that is like no other",
      text: '{"inbound": [{"actions": [{"type": «"teleport"»}]}]}',
      message: 'Unknown action type "teleport".',
      help: "If the service knows this type, turn the rule off in the configuration.",
    },
  ])("finds $what", ({ text, message, help, edits }) => {
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([expect.objectContaining({ message, help })]);
    expect(diagnostics[0]?.fix?.edits).toEqual(edits);
  });

  test.each([
    ["denny", "error"],
    ["custom_response", "error"],
    ["url-rewirte", "error"],
    ["url-reading", "warning"],
    ["teleport", "warning"],
  ])("%s is of severity %s", (type, severity) => {
    const { diagnostics } = find(rule, `{"inbound": [{"actions": [{"type": "${type}"}]}]}`);
    expect(diagnostics).toEqual([expect.objectContaining({ severity })]);
  });

  test("a name that other pages have is a warning", () => {
    const text = '{"on_http_request": [{"actions": [{"type": «"oidc"»}]}]}';
    expect(find(rule, text).diagnostics).toEqual([
      expect.objectContaining({ severity: "warning", help: 'Did you mean "openid-connect"?' }),
    ]);
  });

  test.each(['{"inbound": [{"actions": [{"type": "deny"}, {"type": "url-rewrite"}]}]}'])(
    "finds nothing in %s",
    (text) => {
      expect(find(rule, text).found).toEqual([]);
    },
  );
});
