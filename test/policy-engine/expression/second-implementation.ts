import { Environment, type TypeCheckResult } from "@marcbachmann/cel-js";
import {
  formatDuration,
  formatTimestamp,
  timePartsOf,
} from "../../../packages/policy-engine/src/expression/format.ts";
import { doubleText } from "./describe-value.ts";

const environment = new Environment({ homogeneousAggregateLiterals: false });

/** What another implementation of CEL says of an expression, in the words of `describeValue`. */
export function outcomeOfSecond(text: string): string {
  try {
    return describe(environment.evaluate(text));
  } catch {
    return "failure";
  }
}

/** Why it fails. */
export function failureOfSecond(text: string): string | undefined {
  try {
    environment.evaluate(text);
    return undefined;
  } catch (error) {
    return (error as Error).message.split("\n", 1)[0];
  }
}

/** Whether the checker of the other implementation takes an expression. */
export function isCheckedBySecond(text: string): boolean {
  try {
    const { valid }: TypeCheckResult = environment.check(text);
    return valid;
  } catch {
    return false;
  }
}

function describe(value: unknown): string {
  if (typeof value === "bigint") return `int ${value}`;
  if (typeof value === "number") return doubleText(value);
  if (typeof value === "boolean") return `bool ${value}`;
  if (typeof value === "string") return `string ${JSON.stringify(value)}`;
  if (value === null) return "null";
  if (value instanceof Uint8Array) return `bytes ${Buffer.from(value).toString("hex")}`;
  if (value instanceof Date) return `Timestamp ${formatTimestamp(timePartsOf(value))}`;
  if (Array.isArray(value)) return `[${value.map(describe).join(", ")}]`;
  if (value instanceof Map) return mapText([...value]);
  const kind = value?.constructor.name;
  if (kind === "UnsignedInt") return `uint ${String(value)}`;
  if (kind === "Duration") {
    const { seconds, nanos } = value as { seconds: bigint; nanos: number };
    const total = seconds * 1_000_000_000n + BigInt(nanos);
    const parts = { seconds: total / 1_000_000_000n, nanos: Number(total % 1_000_000_000n) };
    return `Duration ${formatDuration(parts)}`;
  }
  if (kind === "Type")
    return `type ${(value as { name: string }).name.replace(/^null$/, "null_type")}`;
  return mapText(Object.entries(value as object));
}

// It keeps keys as names of properties.
function mapText(entries: readonly (readonly [unknown, unknown])[]): string {
  const items = entries.map(([key, item]) => `${JSON.stringify(String(key))}: ${describe(item)}`);
  return `{${items.toSorted().join(", ")}}`;
}
