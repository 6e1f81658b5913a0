import { directionsDialect } from "../../catalogue/directions/dialect.ts";
import type { Expression } from "../tree.ts";
import type { CheckContext } from "./check.ts";
import type { CheckError } from "./check-error.ts";
import { Checker } from "./checker.ts";

/**
 * What an expression uses that does not exist where it stands. The texts in it are not read, so that
 * nothing has to be loaded that knows regular expressions.
 */
export function findUnavailable(tree: Expression, context: CheckContext): CheckError[] {
  const { dialect = directionsDialect, protocol, direction, text } = context;
  const checker = new Checker({ dialect, protocol, direction, text, checkFormat: undefined });
  checker.check(tree);
  return checker.errors.filter(({ code }) => code === "unavailable-here");
}
