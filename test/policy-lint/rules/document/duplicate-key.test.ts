import { describe, expect, test } from "vitest";
import { yamlPolicySource } from "@traffic-policy/policy-language/yaml";
import { find } from "../../find.ts";

const rule = "document/duplicate-key";

describe(rule, () => {
  test.each([
    {
      what: "a direction that stands twice",
      text: '{"inbound": [], «"inbound"»: []}',
      message: 'The key "inbound" is defined twice in one object.',
    },
    {
      what: "a key in a config",
      text: '{"inbound": [{"actions": [{"type": "deny", "config": {"status_code": 403, «"status_code"»: 404}}]}]}',
      message: 'The key "status_code" is defined twice in one object.',
    },
  ])("finds $what", ({ text, message }) => {
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([expect.objectContaining({ message })]);
  });

  test("finds one in YAML, and tells both places", () => {
    const text = "inbound:\n  - name: a\n    «name»: b\n    actions: []\n";
    const { expected, found, diagnostics } = find(rule, text, { read: yamlPolicySource });
    expect(found).toEqual(expected);
    const [{ related = [] } = {}] = diagnostics;
    expect(related.map(({ location }) => location?.start)).toEqual([{ line: 2, column: 5 }]);
  });

  test.each(['{"inbound": [{"name": "a"}, {"name": "a"}]}'])("finds nothing in %s", (text) => {
    expect(find(rule, text).found).toEqual([]);
  });
});
