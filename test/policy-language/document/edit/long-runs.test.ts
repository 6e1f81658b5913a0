import { parseJson } from "@traffic-policy/policy-language";
import { canonicalText } from "@traffic-policy/policy-language/internal";
import { applyToYaml, parseYaml } from "@traffic-policy/policy-language/yaml";
import { expect, test } from "vitest";

// So many that work which grows with their square takes longer than a test may.
const many = 100_000;
const block = (text: string): string => `inbound:
  - name: |
      ${text}
    actions: []
`;

test.each([
  ["spaces", block(`a${" ".repeat(many)}b`), { path: "/inbound/0/name", value: "c" }],
  [
    "empty lines",
    block(`a${"\n".repeat(many)}      b`),
    { path: "/inbound/0/name", span: { start: 0, end: 1 }, text: "c\nd" },
  ],
] as const)("a block of very many %s is edited", (_what, text, edit) => {
  const { text: edited } = applyToYaml(text, [{ edits: [edit] }]);
  expect(JSON.stringify(parseYaml(edited).value)).toContain('"name":"c');
});

test("a number of very many zeros is compared", () => {
  const { value = null } = parseJson(`1${"0".repeat(many)}1`);
  expect(canonicalText(value)).toHaveLength(many + 4);
});
