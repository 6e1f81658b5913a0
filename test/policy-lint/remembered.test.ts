import { expect, test } from "vitest";
import { jsonPolicySource, type Diagnostic } from "@traffic-policy/policy-language";
import { lintPolicy, rules } from "@traffic-policy/policy-lint";
import { wrongConditions } from "./wrong/conditions.ts";
import { wrongPolicies } from "./wrong/policies.ts";

const examples = [...rules.values()].flatMap(({ docs }) => [docs.wrong, docs.right]);
const conditions = wrongConditions.map(({ marked, direction = "inbound", beside = [] }) =>
  JSON.stringify({
    [direction]: [{ expressions: [...beside, marked], actions: [{ type: "deny" }] }],
  }),
);
const texts = [...examples, ...conditions, ...wrongPolicies.map(({ marked }) => marked)].map(
  (text) => text.replaceAll(/[«»]/g, ""),
);

function lint(text: string): Diagnostic[] {
  return lintPolicy(jsonPolicySource("policy.json", text), { protocol: "http" });
}

test("what is known of equal parts changes no finding, whatever was linted before", () => {
  const first = texts.map(lint);
  expect(first.flat().length).toBeGreaterThan(200);
  expect(texts.map(lint)).toEqual(first);
  expect(texts.toReversed().map(lint).toReversed()).toEqual(first);
});

test("a part is looked at anew where something else stands around it", () => {
  const rule = (name: string, value: string): object => ({
    name,
    expressions: [`req.headers['x-a'][0] == '${value}'`],
    actions: [{ type: "deny" }],
  });
  const guarded = {
    ...rule("b", "1"),
    expressions: ["'x-a' in req.headers", "req.headers['x-a'][0] == '1'"],
  };
  const found = (...all: object[]): string[] =>
    lint(JSON.stringify({ inbound: all })).map(({ rule: name, path }) => `${name} ${path}`);
  const alone = found(rule("a", "1"));
  expect(alone).toContain("expression/unguarded-access /inbound/0/expressions/0");
  expect(found(guarded)).toEqual([]);
  expect(found(rule("a", "1"))).toEqual(alone);
  expect(found(rule("a", "2"), rule("b", "2"))).toContain("flow/duplicate-rule /inbound/1");
});

test("a setting counts for what was looked at before without it", () => {
  const text = JSON.stringify({ inbound: [{ name: "a", actions: [{ type: "deny" }] }] });
  const settings = { "document/size": ["warning", { maxRules: 1, maxBytes: 10 }] } as const;
  const lintWith = (): string[] =>
    lintPolicy(jsonPolicySource("policy.json", text), { settings }).map(({ rule }) => rule);
  expect(lint(text)).toEqual([]);
  expect(lintWith()).toContain("document/size");
});
