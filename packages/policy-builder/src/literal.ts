import { inArgument, describeValue } from "./errors.ts";
import { callSite } from "./call-site.ts";
import type {
  BytesExpression,
  CelExpression,
  Condition,
  IntExpression,
  Kind,
  ListExpression,
  StringExpression,
  TimestampExpression,
  Values,
} from "./expressions/index.ts";
import { makeExpression } from "./expressions/kinds.ts";
import { listOperand, operand } from "./operand.ts";
import { everywhere } from "./places.ts";
import type { Restriction } from "./restriction.ts";

/**
 * A plain value as an expression, for where it comes first: `literal("a").eq(req.host)`.
 *
 * @throws RangeError for a number that is not whole, which {@link double} makes of its text, and for
 * what CEL has no literal for
 */
export function literal(value: string): StringExpression;
export function literal(value: number | bigint): IntExpression;
export function literal(value: boolean): Condition;
export function literal(value: Date): TimestampExpression;
export function literal(value: Uint8Array): BytesExpression;
export function literal(value: string | number | bigint | boolean | Date | Uint8Array): unknown {
  const kind = kindOf(value);
  // Only a condition can be in a rule by itself.
  const site = kind === "bool" ? callSite() : undefined;
  return makeExpression(kind, operand(kind, value).tree, everywhere, site);
}

function kindOf(value: unknown): string {
  if (typeof value === "string") return "string";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "number" || typeof value === "bigint") return "int";
  if (value instanceof Date) return "timestamp";
  if (value instanceof Uint8Array) return "bytes";
  const error = new TypeError(
    `literal() takes text, a whole number, true or false, a date or bytes, not ${describeValue(value)}.`,
  );
  throw inArgument(error, 0);
}

/** The restriction of a value. It is needed because TypeScript infers no `R` from `Values<R>[K]`. */
type RestrictionOf<V> =
  V extends CelExpression<infer R>
    ? R
    : V extends readonly (infer Item)[]
      ? Item extends CelExpression<infer R>
        ? R
        : never
      : never;

/**
 * A list of values of one CEL type: `listOf("string", ["a", conn.geo.city])`.
 *
 * @throws TypeError for a value of another type
 */
export function listOf<K extends Kind, V extends Values<Restriction>[K] = never>(
  kind: K,
  values: readonly V[],
): ListExpression<K, RestrictionOf<V>> {
  try {
    const { tree, places } = listOperand(kind, values);
    return makeExpression(`list(${kind})`, tree, places);
  } catch (error) {
    throw inArgument(error, 1);
  }
}
