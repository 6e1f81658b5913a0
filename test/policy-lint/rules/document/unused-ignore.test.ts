import { yamlPolicySource } from "@traffic-policy/policy-language/yaml";
import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "document/unused-ignore";
const read = yamlPolicySource;

/** A policy whose only rule has a name, with lines before the rule. */
const named = (...lines: string[]): string =>
  [
    "inbound:",
    ...lines.map((line) => `  ${line}`),
    "  - name: a",
    "    actions: [type: deny]",
  ].join("\n");

describe(rule, () => {
  test.each([
    {
      what: "a comment that ignores nothing",
      text: named("«# traffic-policy-ignore-next-line document/rule-name -- why»"),
      message: "document/rule-name has no finding on the next line.",
    },
    {
      what: "one that stands too far away",
      text: [
        "# traffic-policy-ignore-next-line document/rule-name -- why",
        "inbound:",
        "  - actions: [type: deny]",
      ]
        .join("\n")
        .replace(/^.*$/m, "«$&»"),
      message: "document/rule-name has no finding on the next line.",
    },
    {
      what: "a misspelt rule",
      text: named("«# traffic-policy-ignore-next-line document/rulename -- why»"),
      message: 'There is no lint rule "document/rulename" to ignore.',
      help: 'Did you mean "document/rule-name"?',
    },
    {
      what: "a comment without a rule",
      text: named("«# traffic-policy-ignore-next-line -- why»"),
      message: "The comment does not name a rule to ignore.",
    },
    {
      what: "an order that there is not",
      text: named("«# traffic-policy-ignore document/rule-name»"),
      message: "Unknown comment traffic-policy-ignore.",
      help: "Write traffic-policy-ignore-next-line <rule> -- <why>.",
    },
    {
      what: "an order that is misspelt",
      text: named("«# traffic-policy-ignore-lines document/rule-name»"),
      message: "Unknown comment traffic-policy-ignore-lines.",
      help: "Write traffic-policy-ignore-line <rule> -- <why>.",
    },
    {
      what: "a comment about its own line in a line of its own",
      text: named("«# traffic-policy-ignore-line document/rule-name -- why»"),
      message: "document/rule-name has no finding on this line.",
      help: "Remove the comment, or move it to the line where the finding begins.",
    },
    {
      what: "a comment about its own line without a rule",
      text: named("name: a «# traffic-policy-ignore-line»").replace("name: a «", "- name: b «"),
      message: "The comment does not name a rule to ignore.",
      help: "Write traffic-policy-ignore-line <rule> -- <why>.",
    },
    {
      what: "a comment about a file in which nothing is found",
      text: `«# traffic-policy-ignore-file document/rule-name -- why»\n${named()}`,
      message: "document/rule-name has no finding in this file.",
      help: "Remove the comment.",
    },
    {
      what: "a comment about a file without a rule",
      text: `«# traffic-policy-ignore-file»\n${named()}`,
      message: "The comment does not name a rule to ignore.",
      help: "Write traffic-policy-ignore-file <rule> -- <why>.",
    },
    {
      what: "a comment about a file that is not at its top",
      text: "inbound:\n  «# traffic-policy-ignore-file document/rule-name -- why»\n  - actions: [type: deny]",
      message: "traffic-policy-ignore-file counts only at the top of the file.",
      help: "Move it before everything but comments, or write traffic-policy-ignore-next-line.",
    },
  ])("finds $what", ({ text, message, help }) => {
    const { expected, found, diagnostics } = find(rule, text, { read });
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([expect.objectContaining({ message, ...(help && { help }) })]);
  });

  test("finds the one of two rules that is not there", () => {
    const text = [
      "inbound:",
      "  # traffic-policy-ignore-next-line document/rule-name, action/config -- why",
      "  - actions: [type: deny]",
    ].join("\n");
    expect(find(rule, text, { read }).diagnostics.map(({ message }) => message)).toEqual([
      "action/config has no finding on the next line.",
    ]);
  });

  test.each([
    [
      "a comment that is needed",
      "inbound:\n  # traffic-policy-ignore-next-line document/rule-name -- why\n  - actions: [type: deny]",
    ],
    [
      "two comments, one below the other",
      [
        "inbound:",
        "  # traffic-policy-ignore-next-line document/rule-name -- why",
        "  # traffic-policy-ignore-next-line expression/syntax -- another why",
        "  - expressions: ['a ==']",
        "    actions: [type: deny]",
      ].join("\n"),
    ],
    [
      "a comment about its own line that is needed",
      "inbound:\n  - actions: [type: deny] # traffic-policy-ignore-line document/rule-name -- why",
    ],
    [
      "a comment about the file that is needed",
      "# traffic-policy-ignore-file document/rule-name -- why\ninbound:\n  - actions: [type: deny]",
    ],
    [
      "comments about the file and about the line",
      [
        "# traffic-policy-ignore-file document/rule-name -- why",
        "inbound:",
        "  # traffic-policy-ignore-next-line document/rule-name -- another why",
        "  - actions: [type: deny] # traffic-policy-ignore-line document/rule-name -- and another",
      ].join("\n"),
    ],
    ["another comment", named("# See traffic-policy-ignore-next-line in the documentation.")],
    [
      "a string that looks like a comment",
      'inbound:\n  - name: "# traffic-policy-ignore-next-line document/rule-name"\n    actions: [type: deny]',
    ],
    [
      "a block of text that looks like a comment",
      "inbound:\n  - name: |\n      # traffic-policy-ignore-next-line document/rule-name\n    actions: [type: deny]",
    ],
    ["a file that cannot be read", "# traffic-policy-ignore-next-line a/b\ninbound: [\n"],
  ])("finds nothing in %s", (_what, text) => {
    expect(find(rule, text, { read }).diagnostics).toEqual([]);
  });
});
