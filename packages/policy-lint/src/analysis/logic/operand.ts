import { shortened, type Edit, type Expression } from "@traffic-policy/policy-language";
import type { ExpressionNode } from "../../nodes/expression-node.ts";
import { canonicalExpression } from "./canonical-expression.ts";
import { spanToRemove, type ChainLink } from "./chain.ts";
import type { ExpressionLogic } from "./expression-logic.ts";
import type { Formula } from "./formula.ts";

/** One of several expressions that `&&` or `||` stands between, or that a rule has as conditions. */
export class Operand {
  readonly expression: ExpressionNode;
  readonly node: Expression;
  readonly #link: ChainLink;
  readonly #logic: ExpressionLogic;
  #canonicalText: string | undefined;

  constructor(expression: ExpressionNode, link: ChainLink, logic: ExpressionLogic) {
    this.expression = expression;
    this.node = link.node;
    this.#link = link;
    this.#logic = logic;
  }

  get formula(): Formula {
    return this.#logic.formula(this.node);
  }

  get canonicalText(): string {
    this.#canonicalText ??= canonicalExpression(this.node, this.#logic.known);
    return this.#canonicalText;
  }

  /** The operand as it is written, shortened when it is long. */
  get text(): string {
    return writtenText(this.expression, this.node);
  }

  /** Where it stands. */
  get place(): ReturnType<ExpressionNode["at"]> {
    return this.expression.at(this.node.span);
  }

  /** What takes it away; undefined when that cannot be done with certainty. */
  get removal(): Edit | undefined {
    const { path, role, text } = this.expression;
    if (this.#link.within === undefined) {
      return role === "condition" ? { path, remove: true } : undefined;
    }
    const span = spanToRemove(this.#link, text);
    return span && { path, span: this.expression.at(span).part, text: "" };
  }
}

/** A part of an expression as it is written, shortened when it is long. */
export function writtenText(expression: ExpressionNode, { span }: Expression): string {
  return shortened(expression.text.slice(span?.start, span?.end).replaceAll(/\s+/g, " "));
}
