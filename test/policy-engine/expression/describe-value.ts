import { isCelList, isCelMap, isCelType, isCelUint, type CelValue } from "@bufbuild/cel";
import {
  formatDuration,
  formatTimestamp,
} from "../../../packages/policy-engine/src/expression/format.ts";

/** A value of the evaluator with its type, as `int 1` or `[string "a"]`. */
export function describeValue(
  value: CelValue,
  describeKey: (key: CelValue) => string = describeValue,
): string {
  if (typeof value === "bigint") return `int ${value}`;
  if (typeof value === "number") return doubleText(value);
  if (typeof value === "boolean") return `bool ${value}`;
  if (typeof value === "string") return `string ${JSON.stringify(value)}`;
  if (value === null) return "null";
  if (value instanceof Uint8Array) return `bytes ${Buffer.from(value).toString("hex")}`;
  if (isCelUint(value)) return `uint ${value.value}`;
  if (isCelList(value))
    return `[${Array.from(value, (item) => describeValue(item, describeKey)).join(", ")}]`;
  if (isCelMap(value)) {
    const items = Array.from(
      value.entries(),
      ([key, item]) => `${describeKey(key)}: ${describeValue(item, describeKey)}`,
    );
    return `{${items.toSorted().join(", ")}}`;
  }
  if (isCelType(value)) return `type ${value.name}`;
  const { desc, message } = value as unknown as {
    desc: { typeName: string };
    message: { seconds: bigint; nanos: number };
  };
  return desc.typeName === "google.protobuf.Timestamp"
    ? `Timestamp ${formatTimestamp(message)}`
    : `Duration ${formatDuration(message)}`;
}

/** A double; zero has a sign. */
export function doubleText(value: number): string {
  return `double ${Object.is(value, -0) ? "-0" : value}`;
}
