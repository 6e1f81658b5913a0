import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "document/unknown-key";

describe(rule, () => {
  test.each([
    {
      what: "a misspelt key of a rule",
      text: '{"inbound": [{«"expresions"»: [], "actions": []}]}',
      message: 'Unknown key "expresions".',
      help: 'Did you mean "expressions"?',
    },
    {
      what: "a key that lacks its plural",
      text: '{"inbound": [{"expressions": ["true"], «"action"»: [{"type": "deny"}]}]}',
      message: 'Unknown key "action".',
      help: 'Did you mean "actions"?',
    },
    {
      what: "capitals",
      text: '{"inbound": [{"actions": [{«"Type"»: "deny"}]}]}',
      message: 'Unknown key "Type".',
      help: 'Did you mean "type"?',
      edits: [{ path: "/inbound/0/actions/0/Type", key: "type" }],
    },
    {
      what: "capitals of a key that is there already",
      text: '{"inbound": [], «"Inbound"»: []}',
      message: 'Unknown key "Inbound".',
      help: 'Did you mean "inbound"?',
    },
    {
      what: "a key of another dialect",
      text: '{«"on_http_request"»: [{"actions": [{"type": "deny"}]}], "inbound": []}',
      message: '"on_http_request" is a key of another dialect of policies.',
      help: 'Rules of this kind go under "inbound" here, with the actions and variables of this dialect.',
    },
    {
      what: "another key of another dialect",
      text: '{"inbound": [], «"on_http_response"»: []}',
      message: '"on_http_response" is a key of another dialect of policies.',
      help: 'Rules of this kind go under "outbound" here, with the actions and variables of this dialect.',
    },
    {
      what: "a policy inside of another object",
      text: '{«"traffic_policy"»: {"inbound": [{"actions": [{"type": "deny"}]}]}}',
      message: 'Unknown key "traffic_policy".',
      help: 'Move the content of "traffic_policy" to the top level of the document.',
    },
    {
      what: "what belongs into the config",
      text: '{"inbound": [{"actions": [{"type": "deny", «"status_code"»: 404}]}]}',
      message: 'Unknown key "status_code".',
      help: 'Put it into "config".',
    },
    {
      what: "a key that is like no other",
      text: '{"inbound": [{«"priority"»: 1, "actions": []}]}',
      message: 'Unknown key "priority".',
      help: 'Known keys are "name", "expressions", "actions".',
    },
  ])("finds $what", ({ text, message, help, edits }) => {
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([expect.objectContaining({ message, help })]);
    expect(diagnostics[0]?.fix?.edits).toEqual(edits);
  });

  test.each([
    "{}",
    '{"enabled": true, "inbound": null}',
    '{"inbound": [{"name": "a", "expressions": [], "actions": [{"type": "deny", "config": {"any": 1}}]}]}',
    '{"inbound": {"actions": []}, "outbound": "none"}',
  ])("finds nothing in %s", (text) => {
    expect(find(rule, text).found).toEqual([]);
  });
});
