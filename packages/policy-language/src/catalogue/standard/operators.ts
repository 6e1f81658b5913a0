import type { BinaryOperator } from "../../expression/tree.ts";

export interface OperatorOverload {
  readonly left: string;
  readonly right: string;
  readonly returns: string;
}

// Both sides have one type: like the checker of CEL's own Go implementation, this one takes mixed
// numbers only when the type of one side is not known before run time.
const comparison: readonly OperatorOverload[] = [
  "bool",
  "int",
  "uint",
  "double",
  "string",
  "bytes",
  "timestamp",
  "duration",
].map((type) => ({ left: type, right: type, returns: "bool" }));

function arithmetic(...types: readonly string[]): readonly OperatorOverload[] {
  return types.map((type) => ({ left: type, right: type, returns: type }));
}

/**
 * The operators of standard CEL whose operands decide the result.
 *
 * Source: the definition of the Common Expression Language, section "List of Standard Definitions".
 */
export const standardOperators: Readonly<
  Record<Exclude<BinaryOperator, "&&" | "||" | "==" | "!=" | "in">, readonly OperatorOverload[]>
> = {
  "<": comparison,
  "<=": comparison,
  ">": comparison,
  ">=": comparison,
  "+": [
    ...arithmetic("int", "uint", "double", "string", "bytes", "list(A)", "duration"),
    { left: "timestamp", right: "duration", returns: "timestamp" },
    { left: "duration", right: "timestamp", returns: "timestamp" },
  ],
  "-": [
    ...arithmetic("int", "uint", "double", "duration"),
    { left: "timestamp", right: "timestamp", returns: "duration" },
    { left: "timestamp", right: "duration", returns: "timestamp" },
  ],
  "*": arithmetic("int", "uint", "double"),
  "/": arithmetic("int", "uint", "double"),
  "%": arithmetic("int", "uint"),
};

/** The macros of standard CEL: they look like functions, but bind a variable or test a field. */
export const standardMacros = ["has", "all", "exists", "exists_one", "filter", "map"] as const;

/**
 * Macros beyond standard CEL, which bind a variable too. A dialect has those that are among its functions. The first
 * argument is a name for an item, the second uses it.
 */
export const bindingMethods = ["sortBy"] as const;
