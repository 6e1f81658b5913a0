import { compilePolicy, type CompiledPolicy } from "@traffic-policy/policy-engine";
import { duckdb, type LogColumns } from "@traffic-policy/policy-impact";
import { fieldNames, type LogRecord } from "@traffic-policy/policy-impact/internal";
import { endingOfOutcome } from "../../packages/policy-impact/src/policy-endings.ts";
import { exchangeOf } from "../../packages/policy-impact/src/records.ts";
import { policyEndings } from "../../packages/policy-impact/src/policy-endings.ts";
import type { JsonValue } from "@traffic-policy/policy-language";
import { SymbolicSession } from "@traffic-policy/policy-proof/symbolic";
import fc from "fast-check";
import { expect, test } from "vitest";
import { possible } from "../../packages/policy-impact/src/decided.ts";
import { EngineDecisions } from "../../packages/policy-impact/src/engine-decisions.ts";
import { impactQuery } from "../../packages/policy-impact/src/query.ts";
import { expressions } from "../databases/truth/expressions.ts";
import {
  arbitraryRecord,
  completionsOf,
  withoutSome,
  type Unknowable,
} from "../databases/truth/hostile-records.ts";
import { arbitraryPhases, arbitraryPolicy, withOwnRules } from "../policy-proof/random-policies.ts";
import { howMany, sampled, someOf, whileTime } from "../seeded.ts";

/** What a log tells of each exchange, and what only of some of them. */
interface Told {
  readonly never: readonly Unknowable[];
  readonly notAlways: readonly Unknowable[];
  /** The headers of requests that it tells; undefined for all of them. */
  readonly headers: readonly string[] | undefined;
}

const unknowable = [...fieldNames, "request", "response"] as const;
const arbitraryTold: fc.Arbitrary<Told> = fc.record({
  never: fc.subarray([...unknowable], { maxLength: 6 }),
  notAlways: fc.subarray([...unknowable], { maxLength: 3 }),
  headers: fc.option(fc.subarray(["user-agent", "cookie", "content-type"]), { nil: undefined }),
});

const others = sampled(arbitraryRecord, 12);
const records = sampled(arbitraryRecord, howMany(40, 200));

function columnsOf({ never, headers }: Told): LogColumns {
  const isTold = (name: Unknowable): boolean => !never.includes(name);
  return {
    fields: new Set(fieldNames.filter(isTold)),
    headers: {
      ...(isTold("request") && {
        request: headers === undefined ? { all: true } : { names: headers },
      }),
      ...(isTold("response") && { response: { all: true } }),
    },
  };
}

/** What a query gives of a record: the columns that it uses. */
function asTold(record: LogRecord, { never, notAlways, headers }: Told): LogRecord {
  const { fields, headers: all } = withoutSome(record, new Set([...never, ...notAlways]));
  const request =
    headers === undefined || all.request === undefined
      ? all.request
      : Object.fromEntries(headers.map((name) => [name, all.request?.[name] ?? []]));
  return {
    fields: Object.fromEntries(
      Object.entries(fields).filter(([name]) => !never.includes(name as Unknowable)),
    ),
    headers: { ...all, ...(request && { request }) },
  };
}

/** What the record may have been: headers that the log does not tell may be there, too. */
function possibilities(record: LogRecord, { never, notAlways, headers }: Told): LogRecord[] {
  const all = [record, ...completionsOf(record, new Set([...never, ...notAlways]), others)];
  if (headers === undefined) return all;
  return all.flatMap((one, index) => {
    const { request } = (others[index % others.length] ?? record).headers;
    const own = Object.entries(one.headers.request ?? {}).filter(([name]) =>
      headers.includes(name),
    );
    const more = Object.entries(request ?? {}).filter(([name]) => !headers.includes(name));
    return [
      one,
      { ...one, headers: { ...one.headers, request: Object.fromEntries([...own, ...more]) } },
    ];
  });
}

async function expectSound(policies: readonly CompiledPolicy[]): Promise<number> {
  const logs = sampled(arbitraryTold, policies.length);
  let decided = 0;
  const wrong: string[] = [];
  for (const [index, policy] of whileTime([...policies.entries()])) {
    const told = logs[index];
    if (told === undefined) continue;
    const session = new SymbolicSession();
    const side = policyEndings(policy, {}, session);
    const query = impactQuery([side, side], duckdb, {
      from: "log",
      columns: columnsOf(told),
      dialect: policy.dialect,
      isNormalized: true,
      keepsRest: true,
    });
    const engine = new EngineDecisions([side, side], query, {});
    for (const record of records) {
      // The first ending is open: SQL has decided nothing.
      const { decided: found } = engine.decide(asTold(record, told), 0, -1);
      if (!("ending" in found)) continue;
      decided += 1;
      for (const one of possibilities(record, told)) {
        const exchange = possible(() => exchangeOf(one));
        const outcome = exchange && engine.simulate(side, exchange);
        const truth = outcome && endingOfOutcome(side, outcome);
        if (truth === undefined || truth === found.ending) continue;
        wrong.push(
          `${JSON.stringify(policy.sections.map(({ rules }) => rules.map((rule) => [rule.expressions.map(({ text }) => text), rule.actions.map(({ type }) => type)])))} with ${JSON.stringify(told)}: ${found.ending}, and not ${truth} for ${JSON.stringify(one, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value))}`,
        );
        break;
      }
    }
  }
  expect(wrong.slice(0, 5)).toEqual([]);
  return decided;
}

test("the engine decides nothing that depends on what the log does not tell: conditions", async () => {
  const policies = await Promise.all(
    someOf(expressions(), 100).map((expression) =>
      compilePolicy({ inbound: [{ expressions: [expression], actions: [{ type: "deny" }] }] }),
    ),
  );
  expect(await expectSound(policies)).toBeGreaterThan(0);
});

test("the engine decides nothing that depends on what the log does not tell: policies", async () => {
  const documents = sampled(arbitraryPolicy, howMany(150, 1000));
  const policies = await Promise.all(
    documents.map((document) => compilePolicy(document as unknown as JsonValue)),
  );
  expect(await expectSound(policies)).toBeGreaterThan(0);
});

test("the engine decides nothing that depends on what the log does not tell: phases", async () => {
  const policies = await Promise.all(sampled(arbitraryPhases, howMany(80, 500)).map(withOwnRules));
  expect(await expectSound(policies)).toBeGreaterThan(0);
});
