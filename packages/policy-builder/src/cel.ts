import { printExpression, printOperand } from "@traffic-policy/policy-language";
import { CelExpression } from "./expressions/cel-expression.ts";
import { Condition } from "./expressions/condition.ts";
import { literal, type LiteralInput } from "./literal.ts";
import { CallSite } from "./origin.ts";

/**
 * CEL as text, for what the typed variables cannot say. Embedded values become CEL literals, so a
 * quote or a backslash in them cannot change the expression; embedded expressions are put in
 * parentheses where they need them.
 *
 * @throws RangeError or TypeError for an embedded value that CEL has no literal for
 *
 * @example
 * ```ts
 * cel`req.url.path.startsWith(${prefix}) && size(req.cookies) == ${0}`
 * ```
 */
export function cel(
  text: TemplateStringsArray,
  ...values: readonly (LiteralInput | CelExpression)[]
): Condition {
  // The raw text: what is between the backticks is CEL, and CEL has escapes of its own.
  const content = text.raw.reduce(
    (before, part, index) => before + embed(values[index - 1]) + part,
  );
  return new Condition(content, new CallSite(cel));
}

function embed(value: LiteralInput | CelExpression | undefined): string {
  if (!(value instanceof CelExpression)) return printExpression(literal(value));
  return typeof value.content === "string" ? `(${value.content})` : printOperand(value.content);
}
