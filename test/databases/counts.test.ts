import { compilePolicy, simulateSync, RateLimits } from "@traffic-policy/policy-engine";
import type { JsonValue } from "@traffic-policy/policy-language";
import { type Database } from "@traffic-policy/policy-impact";
import {
  DatabaseError,
  impactOf,
  UntranslatedError,
  wherePolicy,
  type Impact,
  type LogRecord,
} from "@traffic-policy/policy-impact/internal";
import { endingOfOutcome } from "../../packages/policy-impact/src/policy-endings.ts";
import { exchangeOf } from "../../packages/policy-impact/src/records.ts";
import { policyEndings } from "../../packages/policy-impact/src/policy-endings.ts";
import { ExchangeError } from "@traffic-policy/policy-engine";
import { SymbolicSession } from "@traffic-policy/policy-proof/symbolic";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { arbitraryChange, arbitraryPolicy } from "../policy-proof/random-policies.ts";
import { howMany, sampled, seededAsync } from "../seeded.ts";
import { duckDb } from "./databases.ts";
import { allColumns, duckDbRows } from "./truth/duckdb-rows.ts";
import { arbitraryRecord } from "./truth/hostile-records.ts";

const noRules = await compilePolicy({ inbound: [] });

let database: Database;

beforeAll(async () => {
  database = await duckDb();
});
afterAll(() => database.close());

const records = sampled(arbitraryRecord, 900).filter(isRequest).slice(0, 300);

/** Whether a record may be a request: of others, nothing can be counted. */
function isRequest(record: LogRecord): boolean {
  try {
    simulateSync(noRules, exchangeOf(record));
    return true;
  } catch (error) {
    if (error instanceof ExchangeError) return false;
    throw error;
  }
}

function rule(name: string, expression: string, action: object): object {
  return { name, expressions: [expression], actions: [action] };
}

const deny = (status: number): object => ({ type: "deny", config: { status_code: status } });

async function impact(
  before: readonly object[],
  after: readonly object[],
  more: Partial<Parameters<typeof impactOf>[2]> = {},
  of: readonly LogRecord[] = records,
): Promise<Impact> {
  const [one, other] = await Promise.all(
    [before, after].map((inbound) => compilePolicy({ inbound } as unknown as JsonValue)),
  );
  if (one === undefined || other === undefined) throw new Error("There are no policies.");
  return impactOf(one, other, {
    database,
    from: duckDbRows(of),
    columns: allColumns,
    ...more,
  });
}

/** What the engine says of each record that may be a request. */
async function byEngine(
  before: readonly object[],
  after: readonly object[],
): Promise<{ changed: number; newlyDenied: number; newlyForwarded: number; impossible: number }> {
  const policies = await Promise.all(
    [before, after].map((inbound) => compilePolicy({ inbound } as unknown as JsonValue)),
  );
  const counts = { changed: 0, newlyDenied: 0, newlyForwarded: 0, impossible: 0 };
  for (const record of records) {
    try {
      const exchange = exchangeOf(record);
      const [one, other] = policies.map((policy) => {
        const { result, response } = simulateSync(policy, exchange, {
          rateLimits: new RateLimits(),
        });
        const isRefused =
          result === "failed" || (result === "answered" && (response?.status ?? 0) >= 400);
        return {
          result,
          isRefused,
          seen: result === "answered" ? JSON.stringify(response) : result,
        };
      });
      if (one === undefined || other === undefined) continue;
      if (one.seen !== other.seen) counts.changed += 1;
      if (other.isRefused && !one.isRefused) counts.newlyDenied += 1;
      if (other.result === "forwarded" && one.result !== "forwarded") counts.newlyForwarded += 1;
    } catch (error) {
      if (!(error instanceof ExchangeError)) throw error;
      counts.impossible += 1;
    }
  }
  return counts;
}

const admins = rule("Admins", "req.url.path.startsWith('/a')", deny(403));
const cookies = rule("Cookies", "hasReqCookie('a')", deny(401));
const old = rule("Old", "req.user_agent.contains('curl') || req.content_length > 10", deny(426));

test("the counts are those of the engine, also where SQL leaves rows to it", async () => {
  const found = await impact([admins], [cookies, old, admins]);
  const truth = await byEngine([admins], [cookies, old, admins]);
  expect(found.byEngine).toBeGreaterThan(100);
  expect(found.rows).toBe(records.length);
  expect(found.seen + found.skipped).toBe(records.length);
  expect(found.evaluated + found.unknown).toBe(found.seen);
  expect(found.changed).toBe(truth.changed);
  expect(found.newlyDenied).toBe(truth.newlyDenied);
  expect(found.newlyForwarded).toBe(truth.newlyForwarded);
  // Of rows that never were requests, those with a broken path are seen only where it would make a difference.
  expect(found.skipped + found.unknown).toBeLessThanOrEqual(truth.impossible);
});

test("passages, rules and dimensions add up to the rows", async () => {
  const found = await impact([admins], [old, admins], { top: 1000 });
  const sum = (counts: readonly number[]): number => counts.reduce((one, other) => one + other, 0);
  expect(sum(found.passages.map(({ count }) => count))).toBe(found.seen);
  for (const { rows } of Object.values(found.dimensions)) {
    expect(sum(rows.map(({ changed }) => changed))).toBeLessThanOrEqual(found.changed);
    expect(sum(rows.map(({ newlyDenied }) => newlyDenied))).toBeLessThanOrEqual(found.newlyDenied);
  }
  expect(sum((found.dimensions.host?.rows ?? []).map(({ changed }) => changed))).toBe(
    found.changed,
  );
  const [, after = []] = found.rules;
  const denied = found.passages.filter(
    ({ after: { kind, ending } }) => kind === "denied" && ending?.rule?.name === "Old",
  );
  expect(after[0]?.count).toBe(sum(denied.map(({ count }) => count)));
});

test("every example goes in the engine as it is counted", async () => {
  const [before, after] = [[admins], [cookies, old, admins]];
  const found = await impact(before, after, { examples: 5 });
  const session = new SymbolicSession();
  const sides = await Promise.all(
    [before, after].map(async (inbound) =>
      policyEndings(await compilePolicy({ inbound } as unknown as JsonValue), {}, session),
    ),
  );
  const changed = found.passages.filter(({ isChanged }) => isChanged === true);
  expect(changed.length).toBeGreaterThan(2);
  for (const { before: one, after: other, examples } of changed) {
    expect(examples.length).toBeGreaterThan(0);
    for (const { exchange } of examples) {
      const endings = sides.map((side) => {
        const number = endingOfOutcome(side, simulateSync(side.policy, exchange));
        return number === undefined ? undefined : side.endings[number]?.key;
      });
      expect(endings).toEqual([one.ending?.key, other.ending?.key]);
    }
  }
});

test("what the log does not tell is unknown, with its name, and never absent", async () => {
  const columns = { ...allColumns, headers: {} };
  const found = await impact([], [rule("Key", "!hasReqHeader('X-Api-Key')", deny(401))], {
    columns,
  });
  expect(found).toMatchObject({ unknown: found.seen, changed: 0 });
  expect(found.reasons).toEqual([
    { cause: { kind: "missing", name: "req.headers['x-api-key']" }, count: found.seen },
  ]);
});

test("rules may have matched where it is not known how an exchange ends: none before the open one", async () => {
  const never = (name: string): object => rule(name, `req.method == '${name}'`, deny(404));
  const key = rule("Key", "!hasReqHeader('X-Api-Key')", deny(401));
  const found = await impact([], [never("BEFORE"), key, never("AFTER")], {
    columns: { ...allColumns, headers: {} },
  });
  expect(found.unknown).toBe(found.seen);
  expect(found.rules[1]?.map(({ name, count, unknown }) => [name, count, unknown])).toEqual([
    ["BEFORE", 0, 0],
    ["Key", 0, found.seen],
    ["AFTER", 0, found.seen],
  ]);
});

test("a path in an unusual form is decided by the engine, though the log lacks what other requests are asked for", async () => {
  const columns = { ...allColumns, headers: {} };
  const some = ["/%61", "/%62", "/b"].map((uri): LogRecord => ({
    fields: { method: "GET", scheme: "https", host: "a.example", uri },
    headers: {},
  }));
  const key = {
    ...rule("Key", "req.url.path == '/b'", deny(401)),
    expressions: ["req.url.path == '/b'", "!hasReqHeader('X-Api-Key')"],
  };
  const found = await impact(
    [],
    [rule("A", "req.url.path == '/a'", deny(403)), key],
    { columns },
    some,
  );
  // `/%62` is `/b`, which is asked for the header.
  expect(found).toMatchObject({ seen: 3, newlyDenied: 1, unknown: 2, byEngine: 2 });
  expect(found.reasons).toEqual([
    { cause: { kind: "missing", name: "req.headers['x-api-key']" }, count: 2 },
  ]);
});

test.each([
  ["hasReqCookie('a')", "req.headers['cookie']"],
  ["!hasReqCookie('a')", "req.headers['cookie']"],
  ["req.headers.exists(name, name.startsWith('x-'))", "req.headers"],
  ["getReqHeader('X-A').map(v, v + 'b').exists(v, int(v) > 1)", "req.headers['x-a']"],
  ["req.content_type.parameters['charset'] == 'utf-8'", "req.headers['content-type']"],
])("what the engine would make up is unknown, too: %s", async (expression, name) => {
  const columns = { ...allColumns, headers: { request: { names: ["user-agent"] } } };
  const from = `(SELECT *, ['a'] AS "request_header_user-agent" FROM ${duckDbRows(records)})`;
  const found = await impact([], [rule("Rule", expression, deny(401))], { columns, from });
  expect(found).toMatchObject({ unknown: found.seen, changed: 0, byEngine: 0 });
  expect(found.reasons.map(({ cause }) => (cause.kind === "missing" ? cause.name : ""))).toContain(
    name,
  );
});

test("a field that is null in some rows is unknown for these only", async () => {
  const some = records.map((record, index): LogRecord =>
    index % 3 === 0 ? { ...record, fields: { ...record.fields, country_code: null } } : record,
  );
  const found = await impact(
    [],
    [rule("US", "conn.geo.country_code == 'US'", deny(451))],
    {},
    some,
  );
  expect(found.unknown).toBe(100);
  expect(found.reasons).toEqual([{ cause: { kind: "missing", name: "country_code" }, count: 100 }]);
  expect(found.evaluated).toBe(200);
});

test("what only the service knows is unknown, unless a stub says it", async () => {
  const limit = rule("Limit", "req.method == 'GET'", {
    type: "rate-limit",
    config: {
      name: "a",
      algorithm: "sliding_window",
      capacity: 2,
      rate: "60s",
      bucket_key: ["conn.client_ip"],
    },
  });
  const gets = records.filter(({ fields }) => fields["method"] === "GET").length;
  const without = await impact([limit], [limit, old]);
  expect(without.unknown).toBe(gets);
  expect(without.reasons[0]?.cause).toMatchObject({ kind: "action" });
  const stubbed = await impact([limit], [limit, old], { stubs: { "rate-limit": "next" } });
  const truth = await byEngine([], [old]);
  expect(stubbed.changed).toBe(truth.changed);
});

test("conditions without exact SQL are refused when they are to be, with the rule and the condition", async () => {
  await expect(impact([], [cookies], { untranslated: "refuse" })).rejects.toThrow(
    UntranslatedError,
  );
  await expect(impact([], [cookies], { untranslated: "refuse" })).rejects.toThrow(
    /req\.cookies.*Cookies/,
  );
});

test("what is not asked about is counted apart", async () => {
  const policy = await compilePolicy({ inbound: [old] } as unknown as JsonValue);
  const where = await wherePolicy("req.method == 'GET'", policy);
  const found = await impact([], [old], { where });
  const gets = records.filter(({ fields }) => fields["method"] === "GET").length;
  expect(found).toMatchObject({ rows: records.length, perhapsAsked: 0 });
  expect(found.seen).toBeLessThanOrEqual(gets);
  expect(found.notAsked + found.seen + found.skipped).toBe(records.length);
});

test.each([
  ["req.url.path.startsWith('/a')", true],
  ["hasReqCookie('a')", true],
  ["req.url.path.startsWith('/a') || getQueryParam('a').exists(v, v == '1')", true],
  ["req.method == 'GET' && req.method == 'POST'", false],
])("what is asked about is what the engine says it is: %s", async (condition, isMet) => {
  const policy = await compilePolicy({ inbound: [old] } as unknown as JsonValue);
  const where = await wherePolicy(condition, policy);
  const found = await impact([], [old], { where });
  const simulated = (one: typeof policy, record: LogRecord): boolean =>
    simulateSync(one, exchangeOf(record)).result === "answered";
  const asked = records.filter((record) => simulated(where, record));
  const denied = asked.filter(
    (record) => simulateSync(policy, exchangeOf(record)).result !== "forwarded",
  );
  expect(asked.length > 0).toBe(isMet);
  expect(found).toMatchObject({ perhapsAsked: 0, skipped: 0, unknown: 0 });
  expect([found.seen, found.newlyDenied]).toEqual([asked.length, denied.length]);
  expect(found.notAsked).toBe(records.length - asked.length);
});

test("the counts of random changes are those of the engine", async () => {
  const property = fc.asyncProperty(arbitraryPolicy, arbitraryChange, async (policy, change) => {
    const stubs = { "jwt-validation": "next", "rate-limit": "next" } as const;
    const [before, after] = [policy.inbound, change(policy.inbound)];
    const found = await impact(before, after, { stubs });
    expect(found.evaluated + found.unknown).toBe(found.seen);
    const documents = await Promise.all(
      [before, after].map((inbound) => compilePolicy({ inbound } as unknown as JsonValue)),
    );
    let [changed, impossible] = [0, 0];
    for (const record of records) {
      try {
        const exchange = exchangeOf(record);
        const [one, other] = documents.map((document) => {
          const { result, response } = simulateSync(document, exchange, {
            stubs: {
              "jwt-validation": () => ({ next: true }),
              "rate-limit": () => ({ next: true }),
            },
          });
          return result === "answered" ? JSON.stringify(response) : result;
        });
        if (one !== other) changed += 1;
      } catch (error) {
        if (!(error instanceof ExchangeError)) throw error;
        impossible += 1;
      }
    }
    expect(found.changed).toBeLessThanOrEqual(changed + impossible);
    expect(found.changed + found.unknown).toBeGreaterThanOrEqual(changed);
  });
  await seededAsync(property, howMany(40, 400));
});

test("a log that changes while it is counted has no counts, where nothing can be kept", async () => {
  const from = duckDbRows(records);
  const grown = duckDbRows([...records, ...records.slice(0, 1)]);
  for (const changesAfter of [0, 1, 100]) {
    let queries = 0;
    const changing: Database = {
      ...database,
      keep: (sql) => Promise.resolve(`(${sql})`),
      rows: (sql, options) =>
        database.rows(queries++ < changesAfter ? sql : sql.replaceAll(from, grown), options),
    };
    const counts = impact([], [old], { database: changing, from }).then(
      ({ rows }) => rows,
      (error: unknown) => (error instanceof DatabaseError ? "no counts" : error),
    );
    const expected = { 0: records.length + 1, 1: "no counts", 100: records.length }[changesAfter];
    expect(await counts).toBe(expected);
  }
});

test("a host that the headers of a log leave out is not known, and not absent", async () => {
  const headers = { request: { "x-a": ["1"] } };
  const log: LogRecord[] = [
    { fields: {}, headers },
    { fields: {}, headers: { request: { host: ["a.example"] } } },
  ];
  const columns = {
    fields: new Set(["method"] as const),
    headers: { request: { all: true } },
  } as const;
  const rules = [
    rule("No host", "!('host' in req.headers)", deny(400)),
    rule("Other host", "req.host != 'a.example'", deny(421)),
  ];
  const { newlyDenied, unknown, evaluated } = await impact([], rules, { columns }, log);
  expect({ newlyDenied, unknown, evaluated }).toEqual({
    newlyDenied: 0,
    unknown: 1,
    evaluated: 1,
  });
});
