import { printExpression, parseExpression } from "@traffic-policy/policy-language";
import { printOperand } from "@traffic-policy/policy-language/internal";
import { inArgument, describeValue } from "./errors.ts";
import { callSite } from "./call-site.ts";
import { CelExpression, places } from "./expressions/cel-expression.ts";
import { Condition } from "./expressions/condition.ts";
import { makeExpression, type Expressions, type Kind } from "./expressions/kinds.ts";
import { literalTree, type LiteralInput } from "./literal-tree.ts";
import { everywhere } from "./places.ts";
import type { Restriction } from "./restriction.ts";

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

function textCondition(celText: string): Condition {
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
 * The text is in the policy as it is written here. Its type is not known: what you get is taken
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
export const cel = Object.assign(condition, { as, text: textCondition });

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

const sound = new WeakSet<TemplateStringsArray>();

/**
 * Checks that each embedded value of a CEL template stands where an operand can stand. Between quotes or right beside
 * a name it would run together with the text around it, and its own quotes could change the expression.
 *
 * @param text - the whole text, with the values
 * @throws TypeError for a value that stands anywhere else
 */
function checkTemplate(template: TemplateStringsArray, text: string): void {
  if (template.raw.length === 1 || sound.has(template)) return;
  const embeds = embedsOperands(template.raw);
  if (embeds === true) sound.add(template);
  // What can be parsed neither way has an error of its own, which others report.
  else if (embeds === false || parseExpression(text).ok) {
    throw new TypeError(
      "An embedded value of cel`…` replaces an operand: it cannot be inside quotes or a comment, nor touch a name or a number.",
    );
  }
}

/** True when each gap is an operand: a name put there appears in the syntax tree. Undefined when there is no tree. */
function embedsOperands(raw: readonly string[]): boolean | undefined {
  let prefix = "embedded";
  while (raw.some((part) => part.includes(prefix))) prefix += "_";
  const names = raw.slice(1).map((_part, index) => `${prefix}${index}`);
  // A field, because has() takes nothing else.
  const text = raw.reduce((before, part, index) => {
    const name = names[index - 1];
    return `${before}${name}.${name}${part}`;
  });
  const parsed = parseExpression(text);
  if (!parsed.ok) return undefined;
  const found = new Set<string>();
  collectGaps(parsed.tree, found);
  return names.every((name) => found.has(name));
}

function collectGaps(node: unknown, found: Set<string>): void {
  if (typeof node !== "object" || node === null) return;
  const { operand, field } = node as { operand?: { name?: string }; field?: string };
  if (field !== undefined && field === operand?.name) found.add(field);
  for (const member of Object.values(node)) collectGaps(member, found);
}
