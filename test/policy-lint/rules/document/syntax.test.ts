import { describe, expect, test } from "vitest";
import { yamlPolicySource } from "@traffic-policy/policy-language/yaml";
import { find } from "../../find.ts";

const rule = "document/syntax";

describe(rule, () => {
  test.each([
    {
      what: "a comma before the closing bracket",
      text: '{"inbound": [{"actions": [{"type": "deny"},«]»}]}',
      message: "A value is missing here.",
      help: "Write a value, or remove the comma before it.",
    },
    { what: "a key without quotes", text: "{«inbound»: []}", message: expect.any(String) },
    {
      what: "a comment",
      text: '«// closed on Sundays»\n{"inbound": []}',
      message: "JSON has no comments.",
      help: "Remove it, or write the policy in YAML or TypeScript.",
    },
    {
      what: "an empty file",
      text: "«»",
      message: "The document is empty.",
      help: "Write a rule, such as on_http_request: [{ actions: [{ type: deny }] }].",
    },
    {
      what: "a comma that nothing is before",
      text: "[«,»1]",
      message: "A value is missing here.",
      help: "Write a value, or remove this comma.",
    },
  ])("finds $what", ({ what: _what, text, ...sentences }) => {
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([expect.objectContaining(sentences)]);
  });

  test.each([
    {
      what: "a bracket in YAML that is not closed",
      text: "inbound: «[»{actions: []}\n",
      message: "A bracket is not closed.",
    },
    {
      what: "a tab in the indentation",
      text: "inbound:\n«\t»- actions: []\n",
      message: "The indentation contains a tab.",
    },
    {
      what: "a key that is a number",
      text: "inbound:\n  - actions:\n      - type: deny\n        config: {«403»: gone}\n",
      message: "The key 403 is not text.",
    },
    { what: "no number of JSON", text: "a: «.inf»\n", message: "JSON has no number .inf." },
    { what: "an empty YAML file", text: "«»# nothing", message: "The document is empty." },
    {
      what: "a key that is indented less than the others of its item",
      text: "inbound:\n- expressions:\n  - a\n  - b\n «actions»:\n  - type: deny\n",
      message: '"actions" is indented by 1 space less than "expressions".',
    },
  ])("finds $what", ({ text, message }) => {
    const { expected, found, diagnostics } = find(rule, text, { read: yamlPolicySource });
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([expect.objectContaining({ message })]);
  });

  test("finds nothing in YAML that is right", () => {
    expect(find(rule, "# a policy\ninbound: []\n", { read: yamlPolicySource }).found).toEqual([]);
  });

  test.each(['{"inbound": []}', `\ufeff{}`])("finds nothing in %s", (text) => {
    expect(find(rule, text).found).toEqual([]);
  });
});
