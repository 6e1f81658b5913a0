import {
  CaseRunner,
  compilePolicy,
  PolicyCoverage,
  simulateSync,
  type CompiledPolicy,
} from "@traffic-policy/policy-engine";
import {
  endingOfOutcome,
  exchangeOf,
  policyEndings,
  recordedCases,
  type LogRecord,
  type RecordedCases,
  type Seen,
} from "@traffic-policy/policy-impact";
import type { JsonValue } from "@traffic-policy/policy-language";
import { LogicSession } from "@traffic-policy/policy-logic";
import { SymbolicSession } from "@traffic-policy/policy-proof/symbolic";
import { expect, test } from "vitest";

const when = (expression: string, type: string, config: object, name?: string): object => ({
  ...(name !== undefined && { name }),
  expressions: [expression],
  actions: [{ type, config }],
});

const policy = await compilePolicy({
  inbound: [
    when(
      "req.url.path.startsWith('/old/')",
      "redirect",
      { from: "/old/", to: "/new/", status_code: 301 },
      "Moved",
    ),
    when("req.url.path.startsWith('/v1/')", "url-rewrite", { from: "/v1/", to: "/v2/" }, "Old API"),
    when("req.method == 'DELETE'", "custom-response", { status_code: 202, content: "" }, "Twice"),
    when("req.method == 'TRACE'", "deny", {}, "Twice"),
    when("conn.client_ip.startsWith('8.8.')", "deny", { status_code: 429 }, "Loud"),
  ],
} as unknown as JsonValue);

const record = (method: string, uri: string, ip = "9.9.9.9"): LogRecord => ({
  fields: { method, uri, host: "a.example", scheme: "https", client_ip: ip },
  headers: {},
});

/** What a database would say of records, by the engine. */
function seenOf(records: readonly LogRecord[], of: CompiledPolicy = policy): Seen {
  const endings = policyEndings(of, {}, new SymbolicSession(new LogicSession()));
  const ways = new Map<string, Seen["ways"][number]>();
  for (const one of records) {
    const outcome = simulateSync(of, exchangeOf(one));
    const ending = endings.endings[endingOfOutcome(endings, outcome) ?? -1];
    if (ending === undefined) throw new Error("It has no ending.");
    const matched = outcome.matched.map(({ path }) => path);
    const key = JSON.stringify([ending.key, ending.rule, matched]);
    const { count = 0, kinds = [] } = ways.get(key) ?? {};
    ways.set(key, {
      ending,
      matched,
      count: count + 1,
      kinds: [...kinds, { count: 1, record: one }],
      isCut: false,
    });
  }
  return {
    rows: records.length,
    skipped: 0,
    others: 0,
    exchanges: records.length,
    unknown: 0,
    reasons: [],
    ways: [...ways.values()].toSorted((one, other) => other.count - one.count),
  };
}

function casesOf(
  records: readonly LogRecord[],
  existing: NonNullable<Parameters<typeof recordedCases>[2]["existing"]> = [],
): RecordedCases {
  return recordedCases(policy, seenOf(records), {
    existing,
    coverage: new PolicyCoverage(policy),
  });
}

const records = [
  record("GET", "/old/page?user=carol"),
  record("GET", "/v1/orders/40212"),
  record("GET", "/v1/orders/40213"),
  record("DELETE", "/cart"),
  record("TRACE", "/"),
  ...["/a", "/b", "/b", "/c", "/d", "/d", "/e", "/c"].map((uri) => record("GET", uri)),
];

test("a case tells what was seen, and passes", async () => {
  const { cases } = casesOf(records);
  const runner = new CaseRunner(policy);
  for (const { case: one } of cases) {
    const { differences } = await runner.run(one);
    expect(differences, one.name).toEqual([]);
  }
  const url = (path: string): string => `https://a.example${path}`;
  expect(cases.map(({ case: one }) => one)).toMatchObject([
    { name: "GET /b is forwarded (2 of 13 requests)" },
    { name: "GET /c is forwarded (2 of 13 requests)" },
    { name: "GET /d is forwarded (2 of 13 requests)" },
    {
      name: "GET /v1/orders/{id} is forwarded (2 of 13 requests)",
      request: { method: "GET", url: url("/v1/orders/10001") },
      expect: {
        outcome: "forwarded",
        upstream: { url: url("/v2/orders/10001") },
        matched: ["Old API"],
      },
    },
    {
      name: "GET /old/page is redirected with 301 (1 of 13 requests)",
      request: { method: "GET", url: url("/old/page") },
      expect: {
        outcome: "answered",
        by: { action: "redirect", rule: "Moved" },
        status: 301,
        headers: { location: url("/new/page") },
      },
    },
    {
      name: "DELETE /cart is answered with 202 (1 of 13 requests)",
      expect: { by: { action: "custom-response", rule: "/inbound/2" }, status: 202 },
    },
    {
      name: "TRACE / is denied with 403 (1 of 13 requests)",
      expect: { outcome: "denied", by: { action: "deny", rule: "/inbound/3" } },
    },
  ]);
});

test("what a case has already is not suggested, whatever its values are", () => {
  const existing = ["https://a.example/v1/orders/7", "https://a.example/b"].map((url) => {
    const exchange = { request: { url } };
    const { trace, ...outcome } = simulateSync(policy, exchange, { trace: true });
    if (trace === undefined) throw new Error("There is no trace.");
    return { exchange, outcome: { ...outcome, trace } };
  });
  const [all, left] = [casesOf(records), casesOf(records, existing)];
  const names = (of: RecordedCases): string[] => of.cases.map(({ case: one }) => one.name);
  expect(left.known).toBe(2);
  expect(names(left)).toEqual(names(all).filter((name) => !/\/v1\/|GET \/b /.test(name)));
});

test("what only a value of somebody leads to is named with its reason, and gives no case", () => {
  const { cases, without } = casesOf([record("GET", "/a", "8.8.4.4")]);
  expect({ cases, without }).toEqual({
    cases: [],
    without: [
      {
        name: "GET /a is denied with 429 (1 of 1 request)",
        count: 1,
        reason: "Without the address of the client as it was recorded, it goes another way.",
      },
    ],
  });
});

test("names have hosts, or rules, where they would be the same without", () => {
  const other: LogRecord = {
    fields: { ...record("GET", "/a").fields, host: "b.example" },
    headers: {},
  };
  const { cases } = casesOf([record("GET", "/a"), record("GET", "/a"), other]);
  expect(cases.map(({ case: one }) => one.name)).toEqual([
    "GET a.example/a is forwarded (2 of 3 requests)",
    "GET b.example/a is forwarded (1 of 3 requests)",
  ]);
});
