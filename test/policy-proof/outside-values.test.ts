import {
  CaseRunner,
  compareOutcome,
  compilePolicy,
  RateLimits,
  simulateSync,
  type CompiledPolicy,
  type Exchange,
  type Outcome,
  type PolicyCase,
} from "@traffic-policy/policy-engine";
import type { JsonObject } from "@traffic-policy/policy-language";
import { phasesDialect } from "@traffic-policy/policy-language/phases";
import {
  comparePolicies,
  Prover,
  type Assertion,
  type Verdict,
} from "@traffic-policy/policy-proof";
import { caseOfRefutation } from "@traffic-policy/policy-proof/report";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { seededAsync } from "../seeded.ts";
import { seen } from "./random-policies.ts";

const deny = { type: "deny", config: {} };
const answer = { type: "custom-response", config: { status_code: 200, body: "x" } };

type Rules = readonly { readonly expressions?: readonly string[]; readonly actions: object[] }[];

function compiled(rules: Rules): Promise<CompiledPolicy> {
  const document = { on_http_request: rules } as unknown as JsonObject;
  return compilePolicy(document, { protocol: "http", dialect: phasesDialect });
}

async function proved(rules: Rules, claim: Omit<Assertion, "name">): Promise<Verdict> {
  return new Prover(await compiled(rules)).prove({ name: "It holds", ...claim });
}

/** The case that is shown for an assertion that does not hold. */
async function shownCase(
  rules: Rules,
  claim: Pick<Assertion, "always" | "never">,
): Promise<PolicyCase> {
  const assertion = { name: "It holds", ...claim } as Parameters<
    typeof caseOfRefutation
  >[0]["assertion"];
  const verdict = await proved(rules, claim);
  if (verdict.kind !== "refuted") throw new Error(`It is ${verdict.kind}.`);
  return caseOfRefutation({ ...verdict, assertion, settings: {} });
}

const gate: Rules = [
  {
    expressions: [
      "!('authorization' in req.headers) || req.headers['authorization'].join(',') != 'Bearer ' + secrets.get('callers', 'a')",
    ],
    actions: [deny],
  },
];

describe("a secret that a policy names", () => {
  test("exists, so that nothing fails for want of it", async () => {
    expect(await proved(gate, { never: "failed" })).toMatchObject({ kind: "proved" });
    const when = "!('authorization' in req.headers)";
    expect(await proved(gate, { when, never: "forwarded" })).toMatchObject({ kind: "proved" });
    const config = { provider: "github", secret: "${secrets.get('hooks', 'github')}" };
    const hook = [{ actions: [{ type: "verify-webhook", config }] }];
    const [failure] = new Prover(await compiled(hook)).fails();
    expect(failure?.fails.kind).toBe("never");
  });

  test("has any text, which the example says", async () => {
    const rules = [{ expressions: ["secrets.get('v', 'a') == 'k1'"], actions: [deny] }];
    expect(await shownCase(rules, { never: "denied" })).toMatchObject({
      secrets: { v: { a: "k1" } },
    });
    const { secrets } = await shownCase(rules, { always: "denied" });
    expect(secrets?.["v"]?.["a"]).toBe("secret");
  });

  test("is the same one each time", async () => {
    const rules = [
      { expressions: ["secrets.get('v', 'a') == 'k1'"], actions: [answer] },
      { expressions: ["secrets.get('v', 'a') == 'k1'"], actions: [deny] },
    ];
    expect(await proved(rules, { never: "denied" })).toMatchObject({ kind: "proved" });
  });
});

describe("random numbers", () => {
  test("are any, and never too few", async () => {
    const rules = [
      { expressions: ["rand.double() < 0.1"], actions: [deny] },
      { actions: [answer] },
    ];
    expect(await proved(rules, { never: "failed" })).toMatchObject({ kind: "proved" });
    expect((await shownCase(rules, { never: "denied" })).random).toBeLessThan(0.1);
    expect((await shownCase(rules, { never: "answered" })).random).toBeGreaterThanOrEqual(0.1);
    const first = [{ expressions: ["rand.int(1, 6) == 6"], actions: [deny] }];
    expect((await shownCase(first, { never: "denied" })).random).toBeGreaterThanOrEqual(5 / 6);
    const seventh = [{ expressions: ["rand.int(1, 6) > 6"], actions: [deny] }];
    expect(await proved(seventh, { never: "denied" })).toMatchObject({ kind: "proved" });
  });

  test("are drawn again for each expression", async () => {
    const half = "rand.double() < 0.5";
    const rules = [
      { expressions: [half], actions: [answer] },
      { expressions: [half], actions: [deny] },
    ];
    expect(await proved(rules, { never: "denied" })).toMatchObject({ kind: "unknown" });
    const twice = [{ expressions: [`${half} && !(${half})`], actions: [deny] }];
    expect(await proved(twice, { never: "denied" })).toMatchObject({ kind: "unknown" });
  });
});

const clock = "timestamp(time.now) < timestamp('2024-06-01T00:00:00Z')";
const secret = "secrets.get('v', 'a') == 'k1'";
const random = "rand.double() > 0.7";

test.each([
  [[clock]],
  [[`!(${clock})`]],
  [[secret]],
  [[random]],
  [[clock, secret, random]],
  [["conn.geo.country_code == 'NO'"]],
])("a case for %j passes on any day", async (expressions) => {
  const rules = [{ expressions, actions: [deny] }];
  const policy = await compiled(rules);
  for (const assertion of [{ never: "denied" }, { always: "denied" }] as const) {
    const { expect: _, ...one } = await shownCase(rules, assertion);
    const outcome = "never" in assertion ? "denied" : "forwarded";
    const runner = new CaseRunner(policy, {}, { clock: () => Date.UTC(2030, 6, 1) });
    const { differences } = await runner.run({ ...one, expect: { outcome } });
    expect(differences).toEqual([]);
  }
});

test("no example has a result of an action that did not run", async () => {
  const rules = [
    {
      expressions: ["req.method == 'POST'"],
      actions: [{ type: "oauth", config: { provider: "google" } }],
    },
    {
      expressions: ["has(actions.ngrok.oauth.identity.id)", "req.method == 'GET'"],
      actions: [deny],
    },
  ];
  expect(await proved(rules, { never: "denied" })).toMatchObject({ kind: "proved" });
});

const conditions = fc.constantFrom(
  "rand.double() < 0.3",
  "rand.double() >= 0.3",
  "rand.double() < 0.3 || rand.double() >= 0.6",
  "rand.double() < 0.3 ? rand.double() < 0.3 : req.method == 'POST'",
  "rand.int() == 1",
  "rand.int(0, 2) > 1",
  "[1, 2].exists(n, rand.int(0, 2) == n)",
  "secrets.get('v', 'a') == 'k1'",
  "secrets.get('v', 'a') != secrets.get('v', 'b')",
  "secrets.get('v', 'b') == req.method",
  "req.method == 'POST'",
  "'x-a' in req.headers && req.headers['x-a'][0] == '1'",
  "has(vars.a) && vars.a == '1'",
  "has(vars.a) && vars.a < 0.3",
);

const action = fc.oneof(
  fc.constantFrom(
    deny,
    answer,
    { type: "add-headers", config: { headers: { "x-a": "${rand.int()}" } } },
    { type: "set-vars", config: { vars: [{ a: "${rand.int()} of ${secrets.get('v', 'b')}" }] } },
    { type: "set-vars", config: { vars: [{ a: "${rand.double()}" }] } },
    { type: "log", config: { metadata: { a: "${secrets.get('v', 'a')}" } } },
  ),
);

const rulesOf = fc.array(
  fc.record({
    expressions: fc.array(conditions, { maxLength: 2 }),
    actions: fc.array(action, { minLength: 1, maxLength: 2 }),
  }),
  { minLength: 1, maxLength: 4 },
);

interface World {
  readonly exchange: Exchange;
  readonly secrets: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly draws: readonly number[];
}

const drawn = [0.1, 0.4, 0.9];
const worlds: readonly World[] = ["GET", "POST"].flatMap((method) =>
  ["k1", "POST"].flatMap((a) =>
    drawn.flatMap((first) =>
      drawn.flatMap((second) =>
        drawn.map((third) => ({
          exchange: { request: { method, url: "https://example.com/" } },
          secrets: { v: { a, b: "POST" } },
          draws: [first, second, third],
        })),
      ),
    ),
  ),
);

function outcomeIn(policy: CompiledPolicy, { exchange, secrets, draws }: World): Outcome {
  let count = 0;
  return simulateSync(policy, exchange, {
    secrets,
    random: () => draws[count++ % draws.length] ?? 0,
    rateLimits: new RateLimits(),
    clock: () => 0,
    trace: true,
  });
}

const title = "what is said of policies with secrets and random numbers holds whatever these are";

// With TEST_RUNS, it takes as long as it takes.
test(title, { timeout: 3_600_000 }, async () => {
  const said = new Set<string>();
  await seededAsync(
    fc.asyncProperty(rulesOf, rulesOf, async (rules, others) => {
      const [policy, other] = [await compiled(rules), await compiled(others)];
      const outcomes = worlds.map((one) => outcomeIn(policy, one));
      const prover = new Prover(policy);
      const wrong: unknown[] = [];
      for (const { target, reached } of prover.reach()) {
        said.add(reached.kind);
        if (target.never !== "reached" || reached.kind !== "never") continue;
        const happens = outcomes.some(({ trace }) => {
          const rule = trace?.rules.find(({ path }) => path === target.rule.path);
          return rule !== undefined && rule.result !== "skipped";
        });
        if (happens) wrong.push(target);
      }
      for (const outcome of ["denied", "forwarded", "answered", "failed"] as const) {
        const verdict = await prover.prove({ name: "It holds", never: outcome });
        said.add(verdict.kind);
        const refutes = (one: Outcome): boolean => compareOutcome(one, { outcome }).length === 0;
        if (verdict.kind === "proved" && outcomes.some(refutes)) wrong.push(outcome);
        if (verdict.kind === "refuted") {
          const { secrets = {}, random: number = 0, ...exchange } = verdict.exchange;
          const shown = outcomeIn(policy, { exchange, secrets, draws: [number] });
          if (!refutes(shown)) wrong.push([outcome, verdict.exchange]);
        }
      }
      // Draws of two policies have nothing to do with each other.
      const isDrawn = JSON.stringify([rules, others]).includes("rand.");
      const comparison = comparePolicies(policy, other);
      said.add(comparison.kind);
      const differ = worlds.some(
        (one, at) =>
          seen(policy, outcomes[at] ?? outcomeIn(policy, one)) !==
          seen(other, outcomeIn(other, one)),
      );
      if (comparison.kind === "same" && differ && !isDrawn) wrong.push("the same");
      expect(wrong).toEqual([]);
    }),
    30,
    1000,
    8,
  );
  for (const kind of ["never", "reached", "proved", "refuted"]) expect(said).toContain(kind);
});
