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

export interface CheckErrorPart extends ExpressionPart {
  readonly error: CheckError;
}

export interface VariablePart extends ExpressionPart {
  readonly definition: VariableDefinition;
  readonly span: Span;
}

/** A use of a record's field; the span covers only its name. */
export interface FieldPart extends ExpressionPart {
  readonly record: RecordDefinition;
  readonly definition: RecordField;
  readonly span: Span;
}

export interface CallPart extends ExpressionPart {
  readonly node: Call;
  readonly definition: FunctionDefinition;
}

export interface AccessPart extends ExpressionPart {
  /** `variable[key]`, `variable.key` or `key in variable`. */
  readonly node: Expression;
  readonly variable: VariableDefinition;
  /** Undefined for a name after a dot. */
  readonly key?: Expression | undefined;
}

export interface LiteralPart extends ExpressionPart {
  readonly literal: TextLiteral;
}

export interface ComparedText extends ExpressionPart {
  readonly node: Expression;
  readonly variable: VariableDefinition;
  /** `==`, `!=`, `in`, or the name of a method such as `startsWith`. */
  readonly comparison: Comparison;
  readonly literal: TextLiteral;
}

export type Comparison = "==" | "!=" | "in" | "startsWith" | "endsWith" | "contains";

export interface FormattedText extends ExpressionPart {
  readonly literal: TextLiteral;
  readonly format: TextFormat;
  readonly call: Call;
}

export function comparesWhole(comparison: Comparison): boolean {
  return !methods.has(comparison);
}

const methods: ReadonlySet<string> = new Set(["startsWith", "endsWith", "contains"]);

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
