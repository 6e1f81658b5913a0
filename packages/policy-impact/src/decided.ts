import { ExchangeError } from "@traffic-policy/policy-engine";
import { DatabaseError, type Cell } from "./database.ts";
import type { PolicyEndings } from "./policy-endings.ts";
import { bitsOfMask, type ImpactQuery } from "./query.ts";
import type { Cause } from "./sql/untranslated.ts";

/**
 * The result of an exchange under a policy: the number of its ending; or the causes that leave it open, and the first
 * ending that is possible.
 */
export type Decided =
  | { readonly ending: number }
  | { readonly causes: readonly Cause[]; readonly from: number };

/**
 * Decodes the ending that SQL computes for rows.
 *
 * @param code - the value of the column `ending_0`
 * @param side - the index of the policy in the query
 * @param absent - the columns that the rows lack, as bits
 */
export function decidedBySql(
  code: number,
  { endings }: PolicyEndings,
  query: Pick<ImpactQuery, "reads" | "reasons" | "used">,
  side: number,
  absent = 0,
): Decided {
  if (code >= 0) return { ending: code === 0 ? endings.length - 1 : code - 1 };
  const from = -code - 1;
  for (const { columns, causes: known } of [query.reasons, query.reads].flatMap(
    (one) => one[side]?.[from] ?? [],
  )) {
    const missing = query.used
      .filter((name, bit) => hasBit(absent, bit) && columns.has(name))
      .map((name): Cause => ({ kind: "missing", name }));
    const causes = [...missing, ...known.values()];
    if (causes.length > 0) return { causes, from };
  }
  return { causes: [{ kind: "untranslated", what: "a value in an unusual form" }], from };
}

/** Returns undefined when the exchange is impossible. */
export function possible<Result>(make: () => Result): Result | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof ExchangeError) return undefined;
    throw error;
  }
}

/** @throws DatabaseError when a cell is not an integer */
export function numberOf(cell: Cell): number {
  const number = cell === "" ? Number.NaN : Number(cell);
  if (Number.isSafeInteger(number)) return number;
  throw new DatabaseError(`The answer has "${String(cell).slice(0, 200)}" for a number.`);
}

/** Tests a bit of a number that may exceed 32 bits. */
export function hasBit(number: number, bit: number): boolean {
  return Math.floor(number / 2 ** Math.min(bit, bitsOfMask)) % 2 === 1;
}
