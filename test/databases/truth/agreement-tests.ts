import { compilePolicy, type CompiledPolicy } from "@traffic-policy/policy-engine";
import type { Database } from "@traffic-policy/policy-impact";
import type { fieldNames, LogRecord } from "@traffic-policy/policy-impact/internal";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  arbitraryPhases,
  arbitraryPolicy,
  inDirections,
  withOwnRules,
} from "../../policy-proof/random-policies.ts";
import { howMany, sampled } from "../../seeded.ts";
import { allColumns } from "./duckdb-rows.ts";
import { expressions } from "./expressions.ts";
import { arbitraryRecord, completionsOf, withoutSome } from "./hostile-records.ts";
import { agreement } from "./truth.ts";

/** A database that is held against the engine. */
export interface Examined<Opened extends Database> {
  readonly title: string;
  readonly open: () => Promise<Opened>;
  /** Gives what stands for records after `FROM`. */
  readonly rowsOf: (database: Opened, records: readonly LogRecord[]) => string | Promise<string>;
  /** What a row may not tell. */
  readonly unknowable: readonly ((typeof fieldNames)[number] | "request" | "response")[];
}

/** Tests that a database is never wrong, on hostile rows. */
export function agreesWithTheEngine<Opened extends Database>({
  title,
  open: opened,
  rowsOf,
  unknowable,
}: Examined<Opened>): void {
  let database: Opened;

  beforeAll(async () => {
    database = await opened();
  });
  afterAll(() => database.close());

  test(`${title} agrees with the engine on each row of each expression, or leaves it open`, async () => {
    const texts = expressions();
    const all = await Promise.all(texts.map(compiled));
    const policies = all.filter((one) => one !== undefined);
    const names = texts.filter((_, index) => all[index] !== undefined);
    expect(policies.length).toBeGreaterThanOrEqual(300);
    const rows = { database, from: await rowsOf(database, records), columns: allColumns };
    const { decided, open, wrong } = await agreement(policies, records, rows);
    expect(wrong.map(({ policy, text }) => `${names[policy]}: ${text}`).slice(0, 10)).toEqual([]);
    console.log(
      `${policies.length} expressions, ${records.length} rows: ${decided} decided, ${open} open.`,
    );
    expect(decided / (decided + open)).toBeGreaterThan(0.6);
  });

  test(`${title} decides nothing for which a value that is not known matters`, async () => {
    const all = await Promise.all(expressions().map(compiled));
    const policies = all.filter((one) => one !== undefined);
    const texts = expressions().filter((_, index) => all[index] !== undefined);
    const names = sampled(fc.subarray([...unknowable]), records.length);
    const partly = records.map((record, index) => withoutSome(record, new Set(names[index])));
    const others = sampled(arbitraryRecord, 5);
    const completions = (index: number): LogRecord[] =>
      records
        .slice(index, index + 1)
        .flatMap((record) => completionsOf(record, new Set(names[index]), others));
    const rows = { database, from: await rowsOf(database, partly), columns: allColumns };
    const { wrong } = await agreement(policies, partly, rows, completions);
    expect(wrong.map(({ policy, text }) => `${texts[policy]}: ${text}`).slice(0, 10)).toEqual([]);
  });

  test.each([
    ["directions", sampled(arbitraryPolicy, howMany(200, 1000)), inDirections, 0.4],
    ["phases", sampled(arbitraryPhases, howMany(100, 500)), withOwnRules, 0.2],
  ] as const)(
    `${title} agrees with the engine on random policies in %s`,
    async (_, documents, compile, least) => {
      const policies = await Promise.all(documents.map((document) => compile(document)));
      const some = records.slice(0, 120);
      const rows = { database, from: await rowsOf(database, some), columns: allColumns };
      const { decided, open, wrong } = await agreement(policies, some, rows);
      const shown = wrong.map(
        ({ policy, text }) => `${JSON.stringify(documents[policy])}: ${text}`,
      );
      expect(shown.slice(0, 5)).toEqual([]);
      console.log(
        `${policies.length} policies, ${some.length} rows: ${decided} decided, ${open} open.`,
      );
      expect(decided / (decided + open)).toBeGreaterThan(least);
    },
  );
}

const records = sampled(arbitraryRecord, howMany(240, 1000));

async function compiled(expression: string): Promise<CompiledPolicy | undefined> {
  const rule = { expressions: [expression], actions: [{ type: "deny" }] };
  const policy = await compilePolicy({ inbound: [rule] });
  return policy.problems.length === 0 ? policy : undefined;
}
