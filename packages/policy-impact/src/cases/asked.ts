import type { CompiledPolicy, Exchange, SimulationOptions } from "@traffic-policy/policy-engine";
import { PolicyNeeds } from "../engine-needs.ts";
import {
  fieldNames,
  headerColumn,
  type FieldName,
  type HeadersOf,
  type LogRecord,
} from "../fields.ts";
import { exchangeOf } from "../records.ts";
import { duckdb } from "../sql/duckdb.ts";
import { SqlValues } from "../sql/values.ts";
import { traced, wayOf, type TracedOutcome } from "./anonymous.ts";

/** What every case says, be it asked for or not. */
const always: readonly FieldName[] = ["method", "scheme", "host", "uri"];

/** The exchange of a record, with what the policy asks for until it ends; nothing when it never was one. */
export function askedExchange(
  policy: CompiledPolicy,
  record: LogRecord,
  simulation: SimulationOptions,
): Exchange | undefined {
  const simulate = (one: LogRecord): TracedOutcome | undefined =>
    traced(policy, exchangeFor(policy, one), simulation);
  const whole = simulate(record);
  if (whole === undefined) return undefined;
  const way = wayOf(whole);
  const goesThatWay = (one: LogRecord): boolean => {
    const outcome = simulate(one);
    return outcome !== undefined && wayOf(outcome) === way;
  };
  const asked = columnsAsked(policy, record, whole);
  const unasked = columnsIn(record).filter((name) => !asked.has(name));
  const plain = without(record, unasked);
  if (goesThatWay(plain)) return exchangeFor(policy, plain);
  // Some actions ask for more than their configs say.
  const left = unasked.reduce((rest, name) => {
    const less = without(rest, [name]);
    return goesThatWay(less) ? less : rest;
  }, record);
  return exchangeFor(policy, left);
}

/** Without a response where no rule is for one. */
function exchangeFor(policy: CompiledPolicy, record: LogRecord): Exchange {
  const { connection, response, ...exchange } = exchangeOf(record);
  const asksForResponse = policy.directions.some(
    ({ stage, rules }) => stage === "response" && rules.length > 0,
  );
  const { geo, tls, ...others } = connection ?? {};
  const given = {
    ...others,
    ...(geo && Object.keys(geo).length > 0 && { geo }),
    ...(tls && Object.keys(tls).length > 0 && { tls }),
  };
  return {
    ...(Object.keys(given).length > 0 && { connection: given }),
    ...exchange,
    ...(asksForResponse && response && { response }),
  };
}

function columnsAsked(
  policy: CompiledPolicy,
  record: LogRecord,
  { trace }: TracedOutcome,
): ReadonlySet<string> {
  const names = (of: HeadersOf): readonly string[] => Object.keys(record.headers[of] ?? {});
  const columns = {
    fields: new Set(fieldNames),
    headers: { request: { names: names("request") }, response: { names: names("response") } },
  };
  const values = new SqlValues(duckdb, columns, policy.dialect, true);
  const needs = new PolicyNeeds(policy, values).asked(trace);
  const all = (["request", "response"] as const).filter((of) =>
    needs.missing.has(of === "request" ? "req.headers" : "res.headers"),
  );
  return new Set([
    ...always,
    ...needs.columns,
    ...all.flatMap((of) => names(of).map((name) => headerColumn(of, name))),
  ]);
}

function columnsIn({ fields, headers }: LogRecord): string[] {
  return [
    ...Object.keys(fields),
    ...(["request", "response"] as const).flatMap((of) =>
      Object.keys(headers[of] ?? {}).map((name) => headerColumn(of, name)),
    ),
  ];
}

function without({ fields, headers }: LogRecord, columns: readonly string[]): LogRecord {
  const left = new Set(columns);
  const only = <Value>(
    entries: Readonly<Record<string, Value>>,
    nameOf: (name: string) => string,
  ) => Object.fromEntries(Object.entries(entries).filter(([name]) => !left.has(nameOf(name))));
  const isOf = (of: HeadersOf) =>
    headers[of] && { [of]: only(headers[of], (name) => headerColumn(of, name)) };
  return {
    fields: only(fields, String) as LogRecord["fields"],
    headers: { ...isOf("request"), ...isOf("response") },
  };
}
