import { canonicalText, parseJson } from "@traffic-policy/policy-language";
import { applyToYaml, parseYaml } from "@traffic-policy/policy-language/yaml";
import { expect, test } from "vitest";
import { cpuTime } from "../../../cpu-time.ts";

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
] as const)("a block of very many %s is edited quickly", (_what, text, edit) => {
  const start = cpuTime();
  const { text: edited } = applyToYaml(text, [{ edits: [edit] }]);
  expect(cpuTime() - start).toBeLessThan(2000);
  expect(JSON.stringify(parseYaml(edited).value)).toContain('"name":"c');
});

test("a number of very many zeros is compared quickly", () => {
  const { value = null } = parseJson(`1${"0".repeat(many)}1`);
  const start = cpuTime();
  expect(canonicalText(value)).toHaveLength(many + 4);
  expect(cpuTime() - start).toBeLessThan(2000);
});
