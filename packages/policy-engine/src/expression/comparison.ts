import type { Known, Unknown } from "./unknown.ts";

/** A value that a comparison distinguishes; `undefined` stands for any other value. */
export type Compared = string | bigint | boolean | undefined;

/** A condition that compares a single unknown value with constants, and nothing else. */
export interface Comparison {
  readonly of: string;
  readonly values: readonly Compared[];
  readonly holds: (value: Compared) => boolean;
}

/** Recognizes `name`, `!name`, `name == 'a'`, `'a' != name` and `name in ['a', 'b']`. */
export function comparisonIn(condition: Unknown): Comparison | undefined {
  if (condition.kind === "leaf") return among(condition, [true], true);
  const { name, operands } = condition;
  const [left, right] = operands;
  if (name === "!_" && left !== undefined && left.kind !== "known") {
    const inner = comparisonIn(left);
    return inner && { ...inner, holds: (value) => !inner.holds(value) };
  }
  if (left === undefined || right === undefined) return undefined;
  if (name === "@in") return among(left, itemsOf(right), true);
  if (name !== "_==_" && name !== "_!=_") return undefined;
  const isEqual = name === "_==_";
  return left.kind === "known"
    ? among(right, [constantOf(left)], isEqual)
    : among(left, [constantOf(right)], isEqual);
}

function among(
  compared: Unknown | Known,
  values: readonly Compared[],
  isAmong: boolean,
): Comparison | undefined {
  if (compared.kind !== "leaf" || compared.name === "" || values.length === 0) return undefined;
  if (values.includes(undefined)) return undefined;
  const isTruth = values.some((value) => typeof value === "boolean");
  return {
    of: compared.name,
    values: isTruth ? [true, false] : [...values, undefined],
    holds: (value) => values.includes(value) === isAmong,
  };
}

function constantOf(part: Unknown | Known): Compared {
  if (part.kind !== "known") return undefined;
  const { value } = part;
  const isScalar = ["string", "bigint", "boolean"].includes(typeof value);
  return isScalar ? (value as Compared) : undefined;
}

function itemsOf(part: Unknown | Known): Compared[] {
  const items = part.kind === "known" ? part.items : undefined;
  return (items ?? []).map((value) => constantOf({ kind: "known", value, text: "" }));
}
