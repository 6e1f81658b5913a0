import {
  compareOutcome,
  compilePolicy,
  type CompiledPolicy,
  type Exchange,
  type Expectation,
} from "@traffic-policy/policy-engine";
import type { JsonObject } from "@traffic-policy/policy-language";
import { phasesDialect } from "@traffic-policy/policy-language/phases";
import { comparePolicies, Prover } from "@traffic-policy/policy-proof";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { seededAsync } from "../seeded.ts";
import { outcomeOf, seen } from "./random-policies.ts";

const note = { type: "log", config: { metadata: { a: "1" } } };
const deny = { type: "deny", config: {} };
const set = (...vars: readonly object[]) => ({ type: "set-vars", config: { vars } });

function compiled(document: object): Promise<CompiledPolicy> {
  return compilePolicy(document as JsonObject, { protocol: "http", dialect: phasesDialect });
}

/** A policy of which one rule refuses what a condition is true for. */
function refusing(condition: string, ...before: readonly object[]): Promise<CompiledPolicy> {
  const rules = before.map((action) => ({ actions: [action] }));
  return compiled({ on_http_request: [...rules, { expressions: [condition], actions: [deny] }] });
}

describe("variables that nothing has set", () => {
  test.each([
    "has(vars.a)",
    "'a' in vars",
    "size(vars) > 0",
    "vars.exists(k, k == 'a')",
    "has(vars.a) && vars.a == 'x'",
  ])("%s is false for every request", async (condition) => {
    const policy = await refusing(condition, note);
    const prover = new Prover(policy);
    expect(await prover.prove({ name: "forwarded", always: "forwarded" })).toMatchObject({
      kind: "proved",
    });
    expect(await prover.prove({ name: "failed", always: "failed" })).toMatchObject({
      kind: "refuted",
    });
    expect(comparePolicies(policy, await refusing("true", note)).kind).toBe("different");
  });

  test.each([
    ["has(vars.a)", "denied"],
    ["has(vars.b)", "forwarded"],
    ["vars.a == 'x'", "denied"],
    ["vars.a == 'y'", "forwarded"],
    ["vars.a == 1", "forwarded"],
    ["vars.b == 'x'", "failed"],
  ] as const)("after vars.a is set, %s: %s", async (condition, outcome) => {
    const policy = await refusing(condition, set({ a: "x" }));
    const verdict = await new Prover(policy).prove({ name: "It holds", always: outcome });
    expect(verdict.kind).toBe("proved");
  });

  test("are those of an earlier phase", async () => {
    const policy = await compiled({
      on_tcp_connect: [{ actions: [set({ a: "x" })] }],
      on_http_request: [{ expressions: ["has(vars.a)"], actions: [deny] }],
    });
    const verdict = await new Prover(policy).prove({ name: "It holds", always: "forwarded" });
    expect(verdict.kind).toBe("proved");
  });

  test("are asked for by conditions of assertions as they are before any rule", async () => {
    const policy = await refusing("has(vars.a)", set({ a: "x" }));
    const assertion = { name: "It holds", when: "has(vars.a)", never: "denied" } as const;
    const verdict = await new Prover(policy).prove(assertion);
    expect(verdict).toMatchObject({ kind: "proved", isVacuous: true });
  });
});

const conditions = fc.constantFrom(
  "has(vars.a)",
  "!has(vars.a)",
  "'a' in vars",
  "!('b' in vars)",
  "vars.a == '1'",
  "has(vars.a) && vars.a == '1'",
  "!('a' in vars) || vars.a != '2'",
  "vars.a == 1",
  "vars.b",
  "has(vars.b) ? vars.b == true : true",
  "vars.a.startsWith('G')",
  "vars.a == req.method",
  "size(vars) == 0",
  "size(vars) > 1",
  "vars[req.method] == '1'",
  "req.method in vars",
  "has(vars.a.b)",
  "vars.exists(k, k == 'b')",
  "req.method == 'POST'",
  "'x-a' in req.headers",
);

const values = fc.constantFrom<unknown>(
  "1",
  "2",
  "",
  1,
  true,
  false,
  null,
  ["1"],
  { b: "1" },
  "${req.method}",
  "${req.headers['x-a'][0]}",
  "m ${req.method}",
  "${vars.a}",
  "${has(vars.b)}",
  "${req.headers}",
  "${'x-a' in req.headers}",
);

const setting = fc
  .array(fc.dictionary(fc.constantFrom("a", "b", "GET"), values, { minKeys: 1, maxKeys: 1 }), {
    minLength: 1,
    maxLength: 2,
  })
  .map((entries) => set(...entries.map((one) => ({ ...one }))));

const action = fc.oneof(
  { arbitrary: setting, weight: 4 },
  { arbitrary: fc.constant(note), weight: 1 },
  { arbitrary: fc.constant(deny), weight: 2 },
  {
    arbitrary: fc.constant({ type: "custom-response", config: { status_code: 200, body: "b" } }),
    weight: 1,
  },
);

const rules = fc.array(
  fc.record({
    expressions: fc.array(conditions, { maxLength: 2 }),
    actions: fc.array(action, { minLength: 1, maxLength: 2 }),
  }),
  { maxLength: 4 },
);

const documents = fc.record({ on_http_request: rules, on_http_response: rules });

/** All that these policies can tell apart. */
const exchanges: readonly Exchange[] = ["GET", "POST", "PUT"].flatMap((method) =>
  [undefined, "1", "2", "G"].map((header) => ({
    request: {
      method,
      url: "https://example.com/",
      headers: header === undefined ? {} : { "x-a": header },
    },
    response: { status: 200 },
  })),
);

const answers = fc.constantFrom({}, { onExpressionError: "no-match" as const });

const claims = ["denied", "forwarded", "answered", "failed"] as const;

const title = "what is said of policies with variables holds for every exchange";

// With TEST_RUNS, it takes as long as it takes.
test(title, { timeout: 3_600_000 }, async () => {
  const said = new Set<string>();
  await seededAsync(
    fc.asyncProperty(documents, documents, answers, async (document, other, options) => {
      const [policy, compared] = [await compiled(document), await compiled(other)];
      const outcomes = exchanges.map((one) => outcomeOf(policy, one, options));
      const prover = new Prover(policy, { options });
      const wrong: unknown[] = [];
      for (const { target, reached } of prover.reach()) {
        if (target.never !== "reached" && target.never !== "matched") continue;
        said.add(reached.kind);
        const happens = ({ trace }: (typeof outcomes)[number]): boolean => {
          const rule = trace?.rules.find(({ path }) => path === target.rule.path);
          return target.never === "reached"
            ? rule !== undefined && rule.result !== "skipped"
            : rule?.actions.some(({ result }) => result !== "skipped") === true;
        };
        if (reached.kind === "never" && outcomes.some(happens)) wrong.push(target);
        if (reached.kind === "reached" && !happens(outcomeOf(policy, reached.exchange, options))) {
          wrong.push(reached);
        }
      }
      for (const { path, fails } of prover.fails()) {
        said.add(`fails: ${fails.kind}`);
        const failing = outcomes.filter(({ errors }) => errors.some((one) => one.path === path));
        if (fails.kind === "never" && failing.length > 0) wrong.push(["never fails", path]);
      }
      for (const outcome of claims) {
        for (const isAlways of [true, false]) {
          const claim: Expectation = { outcome };
          const verdict = await prover.prove({
            name: "It holds",
            ...(isAlways ? { always: claim } : { never: claim }),
          });
          said.add(verdict.kind);
          const refutes = (one: (typeof outcomes)[number]): boolean =>
            compareOutcome(one, claim).length > 0 === isAlways;
          const isWrong =
            verdict.kind === "proved"
              ? outcomes.some(refutes)
              : verdict.kind === "refuted" && !refutes(verdict.outcome);
          if (isWrong) wrong.push([outcome, isAlways, verdict]);
        }
      }
      const comparison = comparePolicies(policy, compared, { options });
      said.add(comparison.kind);
      const differ = exchanges.some(
        (one, at) =>
          seen(policy, outcomes[at] ?? outcomeOf(policy, one, options)) !==
          seen(compared, outcomeOf(compared, one, options)),
      );
      if (comparison.kind === "same" && differ) wrong.push("the same");
      expect(wrong).toEqual([]);
    }),
    40,
    1000,
    10,
  );
  for (const kind of ["never", "reached", "proved", "refuted", "fails: never"]) {
    expect(said).toContain(kind);
  }
});
