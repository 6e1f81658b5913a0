import type {
  Call,
  CheckError,
  Expression,
  FunctionDefinition,
  Overload,
  RecordDefinition,
  RecordField,
  Span,
  TextFormat,
  VariableDefinition,
} from "@traffic-policy/policy-language";
import type { ExpressionNode } from "./expression-node.ts";
import { isText, type TextLiteral } from "./tree-parts.ts";

interface ExpressionPart {
  readonly expression: ExpressionNode;
}

/** What the checker finds wrong. */
export interface CheckErrorPart extends ExpressionPart {
  readonly error: CheckError;
}

/** A use of a variable. */
export interface VariablePart extends ExpressionPart {
  readonly definition: VariableDefinition;
  readonly span: Span;
}

/** A use of a field of a record; the span is that of its name alone. */
export interface FieldPart extends ExpressionPart {
  readonly record: RecordDefinition;
  readonly definition: RecordField;
  readonly span: Span;
}

/** A call of a function or a method that the catalogue knows. */
export interface CallPart extends ExpressionPart {
  readonly node: Call;
  readonly definition: FunctionDefinition;
}

/** What is taken out of a variable, or asked to be in it. */
export interface AccessPart extends ExpressionPart {
  /** `variable[key]`, `variable.key` or `key in variable`. */
  readonly node: Expression;
  readonly variable: VariableDefinition;
  /** Nothing where it is a name after a dot. */
  readonly key?: Expression | undefined;
}

/** A text as it is. */
export interface LiteralPart extends ExpressionPart {
  readonly literal: TextLiteral;
}

/** A text that the value of a variable is compared with. */
export interface ComparedText extends ExpressionPart {
  /** The comparison. */
  readonly node: Expression;
  readonly variable: VariableDefinition;
  /** `==`, `!=`, `in`, or the name of a method such as `startsWith`. */
  readonly comparison: Comparison;
  readonly literal: TextLiteral;
}

export type Comparison = "==" | "!=" | "in" | "startsWith" | "endsWith" | "contains";

/** A text that a function takes for something of a format, such as a regular expression. */
export interface FormattedText extends ExpressionPart {
  readonly literal: TextLiteral;
  readonly format: TextFormat;
  readonly call: Call;
}

/** Checks whether a comparison is with the whole value, and not with a part of it. */
export function comparesWhole(comparison: Comparison): boolean {
  return !methods.has(comparison);
}

const methods: ReadonlySet<string> = new Set(["startsWith", "endsWith", "contains"]);

/** The texts that a node of an expression compares variables with, in the order of the text. */
export function comparedTexts(expression: ExpressionNode, node: Expression): ComparedText[] {
  const compared = (
    value: Expression,
    comparison: Comparison,
    literal: Expression | undefined,
  ): ComparedText[] => {
    const variable = isText(literal) ? expression.variableOf(value) : undefined;
    if (variable === undefined) return [];
    return [{ expression, node, variable, comparison, literal: literal as TextLiteral }];
  };
  if (node.kind === "call") {
    const { name, target, arguments: given } = node;
    if (target === undefined || !methods.has(name)) return [];
    return compared(target, name as Comparison, given[0]);
  }
  if (node.kind !== "binary") return [];
  const { operator, left, right } = node;
  if (operator === "==" || operator === "!=")
    return [...compared(left, operator, right), ...compared(right, operator, left)];
  if (operator !== "in" || right.kind !== "list") return [];
  return right.elements.flatMap((element) => compared(left, operator, element));
}

/** The texts in a call that must be of a format. */
export function formattedTexts(expression: ExpressionNode, call: Call): FormattedText[] {
  const { functions } = expression.place.dialect;
  const overloads = functions.get(call.name)?.overloads.filter((one) => fits(one, call)) ?? [];
  const formats = new Set(overloads.flatMap((one) => one.formats ?? []));
  return [...formats].flatMap((format) => {
    if (format === undefined) return [];
    const overload = overloads.find((one) => one.formats?.includes(format));
    const argument = call.arguments[overload?.formats?.indexOf(format) ?? -1];
    const texts = argument?.kind === "list" ? argument.elements : [argument];
    return texts.filter(isText).map((literal) => ({ expression, literal, format, call }));
  });
}

function fits({ target, parameters }: Overload, call: Call): boolean {
  return (
    (target === undefined) === (call.target === undefined) &&
    parameters.length === call.arguments.length
  );
}
