import {
  ExchangeError,
  RateLimits,
  simulateSync,
  type CompiledPolicy,
} from "@traffic-policy/policy-engine";
import { type Database, type LogColumns } from "@traffic-policy/policy-impact";
import { type LogRecord } from "@traffic-policy/policy-impact/internal";
import { endedRows } from "../../../packages/policy-impact/src/query.ts";
import { endingOfOutcome } from "../../../packages/policy-impact/src/policy-endings.ts";
import { exchangeOf } from "../../../packages/policy-impact/src/records.ts";
import { policyEndings } from "../../../packages/policy-impact/src/policy-endings.ts";
import { SymbolicSession } from "@traffic-policy/policy-proof/symbolic";

/** How a database agrees with the engine on rows. */
export interface Agreement {
  /** Rows of policies that the database has decided, and as the engine does. */
  decided: number;
  /** Those that it leaves open. */
  open: number;
  readonly wrong: { readonly policy: number; readonly record: number; readonly text: string }[];
}

const oneQuery = 40;

/**
 * Compares what a database makes of records with what the engine does.
 *
 * @param isComplete - whether the engine may be asked: everything is known of a record
 */
export async function agreement(
  policies: readonly CompiledPolicy[],
  records: readonly LogRecord[],
  rows: { readonly database: Database; readonly from: string; readonly columns: LogColumns },
  completions: (record: number) => readonly LogRecord[] = (record) =>
    records[record] === undefined ? [] : [records[record]],
): Promise<Agreement> {
  const found: Agreement = { decided: 0, open: 0, wrong: [] };
  const { database, from, columns } = rows;
  for (let at = 0; at < policies.length; at += oneQuery) {
    const some = policies.slice(at, at + oneQuery);
    const session = new SymbolicSession();
    const endings = some.map((policy) => policyEndings(policy, {}, session));
    const [first] = some;
    if (first === undefined) break;
    const { sql } = endedRows(endings, database.writer, {
      from,
      columns,
      dialect: first.dialect,
      isNormalized: true,
    });
    const { column } = database.writer;
    const names = ["row", ...some.map((_, index) => `ending_${index}`)].map(column).join(", ");
    for await (const [row, ...codes] of database.rows(`SELECT ${names} FROM (${sql}) AS ended`)) {
      const record = Number(row);
      for (const [index, cell] of codes.entries()) {
        const code = Number(cell);
        const side = endings[index];
        if (side === undefined) continue;
        if (code < 0) {
          found.open += 1;
          continue;
        }
        const ending = code === 0 ? side.endings.length - 1 : code - 1;
        found.decided += 1;
        for (const completion of completions(record)) {
          const truth = outcomeOf(side.policy, completion);
          if (truth === undefined) continue;
          const engine = endingOfOutcome(side, truth);
          if (engine === ending) continue;
          found.wrong.push({
            policy: at + index,
            record,
            text: `${database.writer.name} ${JSON.stringify(side.endings[ending])}, engine ${truth.result} ${JSON.stringify(truth.errors)}: ${textOf(completion)}`,
          });
        }
      }
    }
  }
  return found;
}

/** Nothing for an exchange that cannot be. */
function outcomeOf(policy: CompiledPolicy, record: LogRecord) {
  try {
    return simulateSync(policy, exchangeOf(record), { rateLimits: new RateLimits() });
  } catch (error) {
    if (error instanceof ExchangeError) return undefined;
    throw error;
  }
}

function textOf(record: LogRecord): string {
  return JSON.stringify(record, (_, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  );
}
