import { printExpression, printOperand } from "@traffic-policy/policy-language";
import { inArgument } from "./argument-path.ts";
import { callSite } from "./call-site.ts";
import { checkTemplate } from "./check-template.ts";
import { describeValue } from "./describe-value.ts";
import { CelExpression, places } from "./expressions/cel-expression.ts";
import { Condition } from "./expressions/condition.ts";
import { makeExpression, type Expressions, type Kind } from "./expressions/kinds.ts";
import type { LiteralInput } from "./literal-input.ts";
import { literalTree } from "./literal-tree.ts";
import { everywhere, type Restriction } from "./restriction.generated.ts";

type Embedded<R extends Restriction> = LiteralInput | CelExpression<R>;

function condition<R extends Restriction = never>(
  template: TemplateStringsArray,
  ...values: readonly Embedded<R>[]
): Condition<R> {
  return new Condition(join(template, values), commonPlaces(values), callSite());
}

function as<K extends Kind>(
  type: K,
): <R extends Restriction = never>(
  template: TemplateStringsArray,
  ...values: readonly Embedded<R>[]
) => Expressions<R>[K] {
  return (template, ...values) =>
    makeExpression(type, join(template, values), commonPlaces(values), callSite());
}

function text(celText: string): Condition {
  if (typeof celText !== "string") {
    throw new TypeError(`cel.text() takes a text, not ${describeValue(celText)}.`);
  }
  return new Condition(celText, everywhere, callSite());
}

/**
 * CEL as text, for what the typed variables cannot say. Embedded values become CEL literals, so a
 * quote or a backslash in them cannot change the expression; embedded expressions are put in
 * parentheses where they need them.
 *
 * The text stands in the policy as it is written here. Its type is not known: what you get is taken
 * for a condition. `` cel.as("string")`…` `` is taken for text, or for any other type, and
 * `cel.text(text)` takes a text that the program got from elsewhere.
 *
 * @throws RangeError or TypeError for an embedded value that CEL has no literal for, and for one
 * that does not stand where an operand can stand, such as between quotes
 *
 * @example
 * ```ts
 * cel`req.url.path.startsWith(${prefix}) && size(req.cookies) == ${0}`
 * ```
 */
export const cel = Object.assign(condition, { as, text });

// The raw text: what is between the backticks is CEL, and CEL has escapes of its own.
function join(template: TemplateStringsArray, values: readonly Embedded<Restriction>[]): string {
  // JavaScript lets it be called as a function, too.
  const raw = (template as TemplateStringsArray | undefined)?.raw;
  if (raw === undefined) {
    throw new TypeError("cel is a tag, as in cel`…`; cel.text(text) takes a text.");
  }
  const joined = raw.reduce((before, part, index) => before + embed(values, index - 1) + part);
  checkTemplate(template, joined);
  return joined;
}

function embed(values: readonly Embedded<Restriction>[], index: number): string {
  const value = values[index];
  try {
    if (!(value instanceof CelExpression)) return printExpression(literalTree(value));
    return printOperand(value.toExpression());
  } catch (error) {
    throw inArgument(error, index);
  }
}

function commonPlaces(values: readonly unknown[]): number {
  return values.reduce<number>(
    (common, value) => (value instanceof CelExpression ? common & value[places] : common),
    everywhere,
  );
}
