import type { Expression } from "@traffic-policy/policy-language";
import {
  bool,
  bytes,
  double,
  duration,
  dyn,
  int,
  string,
  timestamp,
  uint,
} from "../../conversions.ts";
import type { Built } from "../code.ts";
import { NotTyped } from "../not-typed.ts";
import type { AnyExpression } from "./any-expression.ts";
import type { Converter } from "./converter.ts";
import { invokeFunction } from "./invoke.ts";
import { plainValue } from "./plain-value.ts";

/** A conversion of CEL, such as `double("1.5")`. */
export function conversion(
  converter: Converter,
  name: string,
  argument: Expression,
): Built<AnyExpression> {
  if (name === "dyn") return invokeFunction(name, dyn as never, [converter.expression(argument)]);
  const found = conversions.get(name);
  if (found === undefined) throw new NotTyped();
  const plain = plainValue("string", argument);
  return invokeFunction(name, found.convert as never, [
    plain ?? converter.expressionOf(found.kinds, argument),
  ]);
}

interface Conversion {
  readonly convert: unknown;
  /** The kinds of expressions that the types of the function allow. */
  readonly kinds: readonly string[];
}

const numbers = ["int", "uint", "double"];

const conversions: ReadonlyMap<string, Conversion> = new Map<string, Conversion>([
  ["bool", { convert: bool, kinds: ["string", "bool"] }],
  ["bytes", { convert: bytes, kinds: ["string"] }],
  ["double", { convert: double, kinds: ["string", ...numbers] }],
  ["duration", { convert: duration, kinds: ["string", "duration"] }],
  ["int", { convert: int, kinds: ["string", ...numbers, "timestamp", "duration"] }],
  [
    "string",
    { convert: string, kinds: ["string", ...numbers, "bool", "bytes", "timestamp", "duration"] },
  ],
  ["timestamp", { convert: timestamp, kinds: ["string", "int", "timestamp"] }],
  ["uint", { convert: uint, kinds: ["string", ...numbers] }],
]);
