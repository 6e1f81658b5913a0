import type { Dialect } from "../../catalogue/dialect.ts";
import { directionsDialect } from "../../catalogue/directions/dialect.ts";
import type { Protocol } from "../../catalogue/protocol.ts";
import type { CelType } from "../type.ts";
import type { Expression } from "../tree.ts";
import type { CheckError } from "./check-error.ts";
import { Checker } from "./checker.ts";
import { checkFormat } from "./text-format.ts";
import type { VariableUse } from "./variable-use.ts";

/** Where an expression stands; what is not known is not checked. */
export interface CheckContext {
  readonly dialect?: Dialect;
  readonly protocol?: Protocol | undefined;
  readonly direction?: string | undefined;
  /** The text that the tree was parsed from: errors inside a string literal are placed by it. */
  readonly text?: string;
}

/** What the checker found out about an expression. */
export interface CheckResult {
  /** The type of the whole; `dyn` when it is only known at run time, or not at all. */
  readonly type: CelType;
  /** All errors, in the order of the text. */
  readonly errors: readonly CheckError[];
  /** Each variable that is used, with its definition: names of earlier eras among them. */
  readonly variables: readonly VariableUse[];
  /** The type of every node that has one. */
  readonly types: ReadonlyMap<Expression, CelType>;
}

/** Checks the types, names and literals of an expression. Never throws; finds all errors. */
export function checkExpression(tree: Expression, context: CheckContext = {}): CheckResult {
  const { dialect = directionsDialect, protocol, direction, text } = context;
  const checker = new Checker({ dialect, protocol, direction, text, checkFormat });
  const type = checker.check(tree);
  const errors = checker.errors.toSorted(
    (one, other) => (one.span?.start ?? 0) - (other.span?.start ?? 0),
  );
  return { type, errors, variables: checker.variables, types: checker.types };
}
