import type { Call, Dialect, Expression, Overload } from "@traffic-policy/policy-language";
import type { ExpressionNode } from "../../nodes/expression-node.ts";
import { partsOf } from "./parts-of.ts";
import { isText, type TextLiteral } from "./text-literal.ts";

type TextFormat = NonNullable<NonNullable<Overload["formats"]>[number]>;

/** A text literal that a function takes for something of a format, such as a regular expression. */
export interface FormattedLiteral {
  readonly literal: TextLiteral;
  readonly call: Call;
  /** What calls the function. */
  readonly parent?: Expression;
}

/** The literals in an expression that have to be of a format. */
export function formattedLiterals(node: ExpressionNode, format: TextFormat): FormattedLiteral[] {
  const { tree, place } = node;
  if (tree === undefined) return [];
  return partsOf(tree).flatMap(({ node: call, parent }) =>
    call.kind === "call"
      ? literalsOf(call, format, place.dialect).map((literal) => ({
          literal,
          call,
          ...(parent && { parent }),
        }))
      : [],
  );
}

function literalsOf(
  { name, target, arguments: given }: Call,
  format: TextFormat,
  { functions }: Dialect,
): TextLiteral[] {
  const overload = functions
    .get(name)
    ?.overloads.find(
      (one) =>
        (one.target === undefined) === (target === undefined) &&
        one.parameters.length === given.length &&
        one.formats?.includes(format),
    );
  const position = overload?.formats?.indexOf(format) ?? -1;
  const argument = given[position];
  if (argument === undefined) return [];
  const texts = argument.kind === "list" ? argument.elements : [argument];
  return texts.filter(isText);
}
