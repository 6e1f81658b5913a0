import { existsSync, readFileSync, readdirSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  directionsDialect,
  isJsonObject,
  jsonPolicySource,
  parseJson,
  type Diagnostic,
  type JsonValue,
} from "@traffic-policy/policy-language";
import { lintPolicy, LintSession, rules, type LintOptions } from "@traffic-policy/policy-lint";
import { drawnPolicy } from "../bench/fixtures/drawn-policies.ts";
import { seeded } from "../seeded.ts";
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

const corpus = ["directions", "official"]
  .map((name) => new URL(`../../../shared/corpus/${name}/`, import.meta.url))
  .filter((folder) => existsSync(folder))
  .flatMap((folder) =>
    readdirSync(folder).map((name) => readFileSync(new URL(name, folder), "utf8")),
  );

const drawn = Array.from({ length: 20 }, (_one, seed) => JSON.stringify(drawnPolicy(seed)));

/** The built-in rules as if they were somebody's own, which are shown every part. */
const copies = new Map([...rules].map(([name, rule]) => [`copy/${name}`, { ...rule }]));

function lint(text: string, session?: LintSession): Diagnostic[] {
  return lintWith({ protocol: "http", session }, text);
}

function lintWith(options: LintOptions, text: string): Diagnostic[] {
  return lintPolicy(jsonPolicySource("policy.json", text), options);
}

test.each([
  { of: "examples", all: texts },
  { of: "published policies", all: corpus },
  { of: "drawn policies", all: drawn },
])("with a used session the same is found as with a fresh one and with none: $of", ({ all }) => {
  const found = all.map((text) => lint(text));
  expect(all.map((text) => lint(text, new LintSession()))).toEqual(found);
  const session = new LintSession();
  expect(found.length + found.flat().length).toBeGreaterThan(20);
  for (const order of [all, all, all.toReversed()]) {
    const again = order.map((text) => lint(text, session));
    expect(order === all ? again : again.toReversed()).toEqual(found);
  }
});

test("one session serves several settings, protocols and dialects", () => {
  const session = new LintSession();
  const ways: LintOptions[] = [
    { preset: "strict" },
    { protocol: "tcp" },
    { protocol: ["http", "tls"], dialect: { ...directionsDialect } },
    { settings: { "document/size": ["error", { maxRules: 1, maxBytes: 10 }] } },
    { unfinished: new Set(["expression/unguarded-access"]) },
    { rules: new Map([...copies].slice(40, 45)) },
  ];
  const found = new Map(ways.map((way) => [way, texts.map((text) => lintWith(way, text))]));
  for (const way of [...ways, ...ways.toReversed()]) {
    const again = texts.map((text) => lintWith({ ...way, session }, text));
    expect(again).toEqual(found.get(way));
  }
});

/** The rules of all texts in one direction. */
function rulesOn(direction: string): JsonValue[] {
  return texts.flatMap((text) => {
    const { value } = parseJson(text);
    const found = isJsonObject(value) ? value[direction] : undefined;
    return Array.isArray(found) ? (found as JsonValue[]) : [];
  });
}

test("rules are told the same of, whichever they stand among and whichever were seen before", () => {
  const some = (direction: string): fc.Arbitrary<JsonValue[]> =>
    fc.array(fc.constantFrom(...rulesOn(direction)), { maxLength: 8 });
  const policies = fc.record({ inbound: some("inbound"), outbound: some("outbound") });
  const session = new LintSession();
  seeded(
    fc.property(policies, (policy) => {
      const text = JSON.stringify(policy);
      expect(lint(text, session)).toEqual(lint(text));
    }),
    40,
  );
});

const onlyCopies = Object.fromEntries([...rules.keys()].map((name) => [name, "off"] as const));

test.each(["inbound", "outbound"])(
  "no rule decides by what is not noticed: %s, it says the same when it is shown every part",
  (direction) => {
    const all = rulesOn(direction).filter(isJsonObject);
    const parts = (key: string): JsonValue[] => {
      const lists = all.flatMap((rule) => (Array.isArray(rule[key]) ? [rule[key]] : []));
      const distinct = new Map(lists.flat().map((part) => [JSON.stringify(part), part]));
      return [...distinct.values()];
    };
    // Each of them at several places, of which the first is looked at.
    const rulesOfParts = [
      ...parts("actions").map((action) => ({ actions: [action, action] })),
      ...parts("expressions").map((condition) => ({
        expressions: [condition, condition],
        actions: [{ type: "log" }],
      })),
    ];
    const text = JSON.stringify({ [direction]: [...rulesOfParts, ...rulesOfParts.toReversed()] });
    const options = { protocol: "http", rules: copies, settings: onlyCopies } as const;
    const found = sum(lint(text));
    expect(found.length).toBeGreaterThan(100);
    expect(found).toEqual(sum(lintWith(options, text)));
  },
);

function sum(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics
    .map(({ rule, path, message }) => `${rule.replace(/^copy\//, "")} ${path} ${message}`)
    .toSorted();
}

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
  const session = new LintSession();
  const found = (...all: object[]): string[] =>
    lint(JSON.stringify({ inbound: all }), session).map(
      ({ rule: name, path }) => `${name} ${path}`,
    );
  const alone = found(rule("a", "1"));
  expect(alone).toContain("expression/unguarded-access /inbound/0/expressions/0");
  expect(found(guarded)).toEqual([]);
  expect(found(rule("a", "1"))).toEqual(alone);
  expect(found(rule("a", "2"), rule("b", "2"))).toContain("flow/duplicate-rule /inbound/1");
});

test("a text that stands as a condition is not taken for a truth value elsewhere, nor the other way round", () => {
  const policies = ["req.method", "req.method == 'GET'"].map((text) =>
    JSON.stringify({ inbound: [{ expressions: [text], actions: [{ type: "deny" }] }] }),
  );
  for (const order of [policies, policies.toReversed()]) {
    const session = new LintSession();
    const claims = order.flatMap((text) => lint(text, session));
    expect(claims.filter(({ rule }) => rule === "expression/constant")).toEqual([]);
  }
});
