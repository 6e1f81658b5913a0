import {
  compilePolicy,
  rulesBeforeUpstream,
  type CompiledPolicy,
} from "@traffic-policy/policy-engine";
import type { Passage, Way } from "@traffic-policy/policy-impact";
import type { JsonValue } from "@traffic-policy/policy-language";
import fc from "fast-check";
import { expect, test } from "vitest";
import { quickerPlaces } from "../../packages/policy-impact/src/quicker-places.ts";
import { seededAsync } from "../seeded.ts";

const isDisjoint = (index: number): string => `req.url.path.startsWith('/${index}/')`;

function policyOf(
  conditions: readonly string[],
  statuses = conditions.map(() => 403),
): Promise<CompiledPolicy> {
  const inbound = conditions.map((condition, index) => ({
    name: `Rule ${index}`,
    expressions: [condition],
    actions: [{ type: "deny", config: { status_code: statuses[index] ?? 403 } }],
  }));
  return compilePolicy({ inbound });
}

interface Counts {
  readonly counts: readonly number[];
  /** In how many exchanges each rule fails. */
  readonly fails?: readonly number[];
  readonly unknown?: readonly number[];
  readonly seen: number;
}

const wayThrough: Way = { kind: "forwarded" };

function endedBy(path: string, kind: "denied" | "failed", count: number): Passage {
  const ending = { kind, rule: { path }, key: kind, isSure: true };
  return { before: wayThrough, after: { kind, ending }, count, isChanged: true, examples: [] };
}

function placesIn(
  policy: CompiledPolicy,
  { counts, fails = [], unknown = [], seen }: Counts,
  more: readonly Passage[] = [],
) {
  const { rules: own = [] } = rulesBeforeUpstream(policy) ?? {};
  const rules = counts.map((count, index) => ({
    path: own[index]?.path ?? "",
    count,
    unknown: unknown[index] ?? 0,
  }));
  const passages = [
    ...rules.map(({ path, count }) => endedBy(path, "denied", count)),
    ...rules.map(({ path }, index) => endedBy(path, "failed", fails[index] ?? 0)),
    ...unknown.map((count): Passage => {
      return { before: wayThrough, after: { kind: "unknown" }, count, examples: [] };
    }),
    ...more,
  ];
  const always = new Set(rules.map(({ path }) => path));
  const sometimes = new Set(rules.flatMap(({ path }, index) => (fails[index] ? [path] : [])));
  const impact = { rules: [[], rules], passages, seen };
  const found = quickerPlaces(policy, impact, { always, sometimes }, {});
  return found.map(({ rule, before, saved, evaluated }) => ({
    rule: rule.path,
    before: before.path,
    saved,
    evaluated,
  }));
}

/** How many rules are evaluated when so many requests end in each, of which no other rule matches. */
function evaluations(counts: readonly number[], seen: number): number {
  const forwarded = seen - counts.reduce((sum, count) => sum + count, 0);
  return counts.reduce((sum, count, index) => sum + count * (index + 1), forwarded * counts.length);
}

test("a rule that ends most requests is quicker in front of rules that seldom match", async () => {
  const policy = await policyOf([0, 1, 2, 3].map(isDisjoint));
  expect(placesIn(policy, { counts: [10, 0, 5, 600], seen: 1000 })).toEqual([
    { rule: "/inbound/3", before: "/inbound/0", saved: 1785, evaluated: 3965 },
  ]);
});

test("no place is told at which another rule would decide", async () => {
  const policy = await policyOf(
    [isDisjoint(0), "req.method == 'POST'", isDisjoint(2)],
    [403, 404, 405],
  );
  // In front of the second rule, its own requests by POST would get another status.
  expect(placesIn(policy, { counts: [0, 10, 900], seen: 1000 })).toEqual([]);
  const same = await policyOf([isDisjoint(0), "req.method == 'POST'", isDisjoint(2)]);
  expect(placesIn(same, { counts: [0, 10, 900], seen: 1000 })).toMatchObject([
    { rule: "/inbound/2", before: "/inbound/0" },
  ]);
});

test("what may have matched speaks against a place", async () => {
  const policy = await policyOf([0, 1].map(isDisjoint));
  const counts = [0, 300];
  expect(placesIn(policy, { counts, seen: 1000 })).toHaveLength(1);
  expect(placesIn(policy, { counts, unknown: [300, 0], seen: 1000 })).toEqual([]);
});

test("requests for which a rule fails reach no rule behind it", async () => {
  const policy = await policyOf([0, 1].map(isDisjoint));
  const counts = [0, 400];
  expect(placesIn(policy, { counts, seen: 2400 })).toMatchObject([{ saved: 400, evaluated: 4800 }]);
  expect(placesIn(policy, { counts, fails: [2000, 0], seen: 2400 })).toEqual([]);
  expect(placesIn(policy, { counts, fails: [100, 0], seen: 2400 })).toMatchObject([
    { saved: 300, evaluated: 4700 },
  ]);
});

test("what may have failed speaks against a place", async () => {
  const policy = await policyOf([0, 1].map(isDisjoint));
  const unknown = [0, 399];
  expect(placesIn(policy, { counts: [0, 400], unknown, seen: 2400 })).toHaveLength(1);
  expect(placesIn(policy, { counts: [0, 400], fails: [1, 0], unknown, seen: 2400 })).toEqual([]);
});

test("connections that are closed reach no rule for requests", async () => {
  const rule = (path: string): object => ({
    expressions: [`req.url.path == '${path}'`],
    actions: [{ type: "deny" }],
  });
  const policy = await compilePolicy({
    on_tcp_connect: [
      { expressions: ["conn.client_ip == '192.0.2.1'"], actions: [{ type: "deny" }] },
    ],
    on_http_request: [rule("/a"), rule("/b")],
  } as unknown as JsonValue);
  const closed = endedBy("/on_tcp_connect/0", "denied", 5000);
  expect(placesIn(policy, { counts: [0, 1000], seen: 6000 }, [closed])).toMatchObject([
    { saved: 1000, evaluated: 2000 },
  ]);
});

test("few requests say nothing of what is quicker", async () => {
  const policy = await policyOf([0, 1].map(isDisjoint));
  expect(placesIn(policy, { counts: [0, 999], seen: 999 })).toEqual([]);
});

test("what is saved is the difference of the evaluations in both orders", async () => {
  const policies = await Promise.all(
    [1, 2, 3, 4].map((size) =>
      policyOf(Array.from({ length: size }, (_, index) => isDisjoint(index))),
    ),
  );
  const property = fc.asyncProperty(
    fc.array(fc.nat(1000), { minLength: 1, maxLength: 4 }),
    fc.integer({ min: 1000, max: 3000 }),
    async (counts, others) => {
      const policy = policies[counts.length - 1];
      if (policy === undefined) return;
      const seen = counts.reduce((sum, count) => sum + count, others);
      for (const { rule, before, saved, evaluated } of placesIn(policy, { counts, seen })) {
        const [from, to] = [rule, before].map((path) => Number(path.split("/").at(-1))) as [
          number,
          number,
        ];
        const moved = counts.toSpliced(from, 1).toSpliced(to, 0, counts[from] ?? 0);
        expect(evaluated).toBe(evaluations(counts, seen));
        expect(saved).toBe(evaluated - evaluations(moved, seen));
        expect(saved).toBeGreaterThanOrEqual(0.05 * evaluated);
      }
    },
  );
  await seededAsync(property, 60, 500);
});
