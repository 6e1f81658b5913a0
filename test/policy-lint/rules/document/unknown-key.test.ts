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
      what: "a misspelt phase",
      text: '{«"on_http_reqest"»: [{"actions": [{"type": "deny"}]}]}',
      message: 'Unknown key "on_http_reqest".',
      help: 'Did you mean "on_http_request"?',
    },
    {
      what: "a phase with capitals",
      text: '{«"onHttpRequest"»: []}',
      message: 'Unknown key "onHttpRequest".',
      help: 'Did you mean "on_http_request"?',
      edits: [{ path: "/onHttpRequest", key: "on_http_request" }],
    },
    {
      what: "a misspelt phase beside a direction",
      text: '{"inbound": [], «"on_http_respnse"»: []}',
      message: 'Unknown key "on_http_respnse".',
      help: 'Did you mean "on_http_response"?',
    },
    {
      what: "a document with no key of a policy",
      text: '{«"rules"»: []}',
      message: 'Unknown key "rules".',
      help: 'Known keys are "on_tcp_connect", "on_http_request", "on_http_response", "on_event_stream_message", "inbound", "outbound".',
    },
    {
      what: "a policy of phases inside of another object",
      text: '{«"policy"»: {"on_http_request": []}}',
      message: 'Unknown key "policy".',
      help: 'Move the content of "policy" to the top level of the document.',
    },
    {
      what: "a file in the place of a policy",
      text: '{«"file"»: "./policy.yml"}',
      message: 'Unknown key "file".',
      help: "The service reads this object as the policy itself: name the file in traffic_policy_file.",
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
