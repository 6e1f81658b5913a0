import { yamlPolicySource } from "@traffic-policy/policy-language/yaml";
import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "document/ignore-reason";
const read = yamlPolicySource;
const policy = (comment: string): string => `inbound:\n  ${comment}\n  - actions: [type: deny]`;

describe(rule, () => {
  test.each([
    "«# traffic-policy-ignore-next-line document/rule-name»",
    "«# traffic-policy-ignore-next-line document/rule-name --»",
    "«# traffic-policy-ignore-line document/rule-name»",
    "«# traffic-policy-ignore-file document/rule-name»",
  ])("finds %s", (comment) => {
    const { expected, found, diagnostics } = find(rule, policy(comment), { read });
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([
      expect.objectContaining({
        severity: "info",
        message: "The comment does not say why the finding is ignored.",
      }),
    ]);
  });

  test.each([
    "# traffic-policy-ignore-next-line document/rule-name -- there is only one",
    // It names nothing to ignore: document/unused-ignore tells that.
    "# traffic-policy-ignore-next-line",
    "# a comment",
  ])("finds nothing in %s", (comment) => {
    expect(find(rule, policy(comment), { read }).diagnostics).toEqual([]);
  });
});
