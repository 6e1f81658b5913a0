import fc from "fast-check";
import { expect, test } from "vitest";
import {
  directionsDialect,
  isJsonObject,
  parseJson,
  type Diagnostic,
  type JsonObject,
  type JsonValue,
} from "@traffic-policy/policy-language";
import { compileRegularExpression } from "@traffic-policy/policy-language/internal";
import { LintSession, rules, type LintOptions } from "@traffic-policy/policy-lint";
import { stepsTaken } from "../../packages/policy-logic/src/solve.ts";
import { DialectMemory } from "../../packages/policy-lint/src/nodes/memory.ts";
import { Draw } from "../bench/fixtures/draw.ts";
import { policyWithFindings } from "../bench/fixtures/policies-with-findings.ts";
import { sitePolicy } from "../bench/fixtures/site-policies.ts";
import { writtenPolicies } from "../policy-builder/to-source/documents.ts";
import { seedAndRuns, seeded, someOf } from "../seeded.ts";
import { expectSameWithSessions, lint, lintWith } from "./same-with-sessions.ts";
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

const published = writtenPolicies("fixtures", "published").map(({ document }) =>
  JSON.stringify(document),
);

const drawn = Array.from({ length: 6 }, (_one, seed) =>
  JSON.stringify(policyWithFindings(seed, { readsMissing: true })),
);

/** The built-in rules as if they were somebody's own, which are shown every part. */
const copies = new Map([...rules].map(([name, rule]) => [`copy/${name}`, { ...rule }]));

test.each([
  { of: "examples", all: someOf(texts, 25) },
  { of: "policies as people publish them", all: published },
  { of: "drawn policies", all: drawn },
])("with a used session the same is found as with a fresh one and with none: $of", ({ all }) => {
  expectSameWithSessions(all);
});

test("of a policy with 2,000 conditions, all that is known serves its next version", () => {
  const memory = new DialectMemory(directionsDialect).at("inbound", "http");
  const all = Array.from({ length: 2000 }, (_one, index) => `req.url.path == '/${index}'`);
  const known = all.map((text) => memory.expression(text, "condition"));
  expect(all.every((text, at) => memory.expression(text, "condition") === known[at])).toBe(true);
});

test("a name that macros bind has another type in each of them", () => {
  const macros = [
    "[1, 2].exists(n, n == size(getReqHeader('A')))",
    "getReqHeader('B').exists(n, n.endsWith('.example.com'))",
    "getReqHeader('C').exists(n, double(n) == 1.5)",
    "[0.5, 1.5].exists(n, n == double(size(getReqHeader('D'))) / 2.0)",
  ];
  for (const some of [macros, macros.toReversed()]) {
    const rule = { actions: [{ type: "log" }] };
    const inbound = some.map((one) => ({ ...rule, name: one, expressions: [one] }));
    const found = lint(JSON.stringify({ inbound }));
    expect(found.filter((one) => one.rule === "expression/constant")).toEqual([]);
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
  const some = someOf(texts, 12);
  const found = new Map(ways.map((way) => [way, some.map((text) => lintWith(way, text))]));
  for (const way of [...ways, ...ways.toReversed()]) {
    const again = some.map((text) => lintWith({ ...way, session }, text));
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
    1000,
    12,
  );
});

/** Rules of which many leave nothing for later ones, alone or several together; and those of a site. */
function overlappingRules(seed: number, count: number): JsonValue[] {
  const rule = (path: string, ...others: readonly string[]): JsonValue => ({
    expressions: [...others, `req.url.path.startsWith('${path}')`],
    actions: [{ type: others.length === 0 ? "log" : "deny" }],
  });
  const methods = ["req.method == 'GET'", "req.method == 'PUT'", "!(req.method in ['GET', 'PUT'])"];
  const each = methods.flatMap((method) => [rule("/a", method), rule("/a/b", method)]);
  const { inbound } = sitePolicy(seed, count) as JsonObject;
  const ofSite = inbound as readonly JsonValue[];
  return [...each, rule("/a"), rule("/a/b"), rule("/a/b/c", "req.host == 'd'"), ...ofSite];
}

test("whatever is edited in a policy, with the session of its versions the same is found as with none", () => {
  const [seed, runs] = seedAndRuns(30, 4000);
  const draw = new Draw(seed);
  const first = overlappingRules(seed, 4);
  const versions = [first];
  const session = new LintSession();
  const shadowed = new Set<string>();
  let all = first;
  for (let run = 0; run < runs; run++) {
    const [from, to] = [draw.number(0, all.length - 1), draw.number(0, all.length - 1)];
    const rule = all[from] ?? null;
    const edit = draw.one(["move", "remove", "remove", "break", "add", "undo"]);
    if (edit === "move") all = all.toSpliced(from, 1).toSpliced(to, 0, rule);
    else if (edit === "remove") all = all.toSpliced(from, 1);
    else if (edit === "add") all = all.toSpliced(to, 0, draw.one(first));
    else if (edit === "undo") all = draw.one(versions.slice(-5));
    else if (isJsonObject(rule)) all = all.with(from, { ...rule, expressions: ["req.method =="] });
    if (run % 20 === 0) all = first;
    versions.push(all);
    if (draw.number(1, 3) === 1) session.rest();
    const text = JSON.stringify({ inbound: all });
    const found = lint(text, session);
    expect(found, `seed ${seed}, run ${run}: ${edit}`).toEqual(lint(text));
    for (const { rule: name, message } of found) {
      if (name === "flow/shadowed-rule") shadowed.add(/together/.test(message) ? "several" : "one");
    }
  }
  expect(shadowed.size).toBe(2);
});

test("of a policy of which one rule was edited, little is looked for again", () => {
  const ending = (condition: string): JsonValue => ({
    expressions: [condition],
    actions: [{ type: "deny" }],
  });
  // For each of the others, a request has to be searched for that the first one leaves.
  const others = Array.from({ length: 40 }, (_one, index) =>
    ending(`req.url.path.matches('^/[a-z]/${index}/') && req.method != '${index}'`),
  );
  const all = [ending("req.url.path.matches('^/[^g]')"), ...others];
  const session = new LintSession();
  const off = [...rules.keys()].filter((name) => name !== "flow/shadowed-rule");
  const settings = Object.fromEntries(off.map((name) => [name, "off"] as const));
  const stepsWith = (at: number, condition: string): number => {
    const before = stepsTaken();
    const inbound = all.toSpliced(at, 0, ending(condition));
    lintWith({ settings, session }, JSON.stringify({ inbound }));
    return stepsTaken() - before;
  };
  const inFull = stepsWith(5, "req.method == 'A'");
  expect(inFull).toBeGreaterThan(100);
  // What is reached after several rules is reached after all but one of them.
  expect(stepsWith(5, "req.method ==")).toBe(0);
  expect(stepsWith(5, "req.method == 'A'")).toBe(0);
  // No rule is compared with later ones.
  expect(stepsWith(40, "req.method == 'B'")).toBeLessThan(inFull / 10);
  // What answers were found with is gone, and they are there.
  const pattern = compileRegularExpression("^/[^g]");
  expect(compileRegularExpression("^/[^g]")).toBe(pattern);
  session.rest();
  expect(compileRegularExpression("^/[^g]")).not.toBe(pattern);
  expect(stepsWith(40, "req.method == 'B'")).toBe(0);
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
