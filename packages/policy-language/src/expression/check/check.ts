import type { CelType } from "../type.ts";
import type { Expression } from "../tree.ts";
import type { CheckError } from "./check-error.ts";
import { Checker, type CheckContext, type FormatError, type VariableUse } from "./checker.ts";
import type { FunctionDefinition, TextFormat } from "../../catalogue/function.ts";
import type { VariableDefinition } from "../../catalogue/variable.ts";
import type { Span } from "../../text/positions.ts";
import { parseCidr } from "../../text/cidr.ts";
import { parseDuration } from "../../text/duration.ts";
import { compileRegularExpression } from "../../text/regular-expression.ts";
import { nearest } from "../../text/nearest.ts";
import { parseTimeZone, timeZoneNamed, timeZoneNames } from "../../text/time-zone.ts";
import { parseTimestamp } from "../../text/timestamp.ts";

/** The types and errors that the checker found in an expression. */
export interface CheckResult {
  /** The type of the whole; `dyn` when it is only known at run time, or not at all. */
  readonly type: CelType;
  /** All errors, in the order of the text. */
  readonly errors: readonly CheckError[];
  /** Each variable that is used, with its definition: deprecated names among them. */
  readonly variables: readonly VariableUse[];
  /** The same by the places of their names; the places are those that the nodes of the tree have. */
  readonly variablesAt: ReadonlyMap<Span, VariableDefinition>;
  /** Each function or method that is called, macros aside. */
  readonly functions: ReadonlySet<FunctionDefinition>;
  /** The type of every node that has one. */
  readonly types: ReadonlyMap<Expression, CelType>;
}

/** Checks the types, names and literals of an expression. Never throws; finds all errors. */
export function checkExpression(tree: Expression, context: CheckContext = {}): CheckResult {
  const checker = new Checker(context, checkFormat);
  const type = checker.check(tree);
  const errors = checker.errors.toSorted(
    (one, other) => (one.span?.start ?? 0) - (other.span?.start ?? 0),
  );
  const { variables, variablesAt, functions, types } = checker;
  return { type, errors, variables, variablesAt, functions, types };
}

function checkFormat(format: TextFormat, value: string): FormatError | undefined {
  if (format === "regular-expression") return checkRegularExpression(value);
  if (format === "time-zone") return checkTimeZone(value);
  return isOfFormat[format](value) ? undefined : { code: `invalid-${format}`, args: { value } };
}

const isOfFormat: Record<
  Exclude<TextFormat, "regular-expression" | "time-zone">,
  (value: string) => boolean
> = {
  cidr: (value) => parseCidr(value) !== undefined,
  timestamp: (value) => parseTimestamp(value) !== undefined,
  duration: (value) => parseDuration(value) !== undefined,
};

function checkTimeZone(value: string): FormatError | undefined {
  if (parseTimeZone(value) !== undefined) return undefined;
  const suggestion = timeZoneNamed(value) ?? nearest(value, timeZoneNames());
  return { code: "invalid-time-zone", args: { value }, ...(suggestion && { suggestion }) };
}

function checkRegularExpression(value: string): FormatError | undefined {
  const result = compileRegularExpression(value);
  if (result.ok) return undefined;
  return {
    code: "invalid-regular-expression",
    args: { reason: result.reason },
    ...(result.span && { part: result.span }),
  };
}
