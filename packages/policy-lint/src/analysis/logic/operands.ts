import { type Edit, type Expression, type Part, type Span } from "@traffic-policy/policy-language";
import { childrenOf, isLogical, shortened } from "@traffic-policy/policy-language/internal";
import type { Condition, Formula } from "@traffic-policy/policy-logic";
import { subjectsOf, type Effort } from "@traffic-policy/policy-logic/internal";
import type { ExpressionNode } from "../../nodes/expression-node.ts";
import type { RuleNode } from "../../nodes/rule-node.ts";
import { usualEffort } from "./answer.ts";

export interface ChainLink {
  readonly node: Expression;
  readonly within?: Expression & { kind: "binary" };
}

export function chainLinks(chain: Expression, operator: "&&" | "||"): ChainLink[] {
  const links: ChainLink[] = [];
  // An explicit stack: a chain of operators is as deep as it is long.
  const left: ChainLink[] = [{ node: chain }];
  for (let link = left.pop(); link !== undefined; link = left.pop()) {
    const { node } = link;
    if (node.kind !== "binary" || node.operator !== operator) links.push(link);
    else left.push({ node: node.right, within: node }, { node: node.left, within: node });
  }
  return links;
}

export class Operand {
  readonly expression: ExpressionNode;
  readonly node: Expression;
  readonly #link: ChainLink;
  readonly #logic: Condition;
  #subjects: ReadonlySet<string> | undefined;

  constructor(expression: ExpressionNode, link: ChainLink, logic: Condition) {
    this.expression = expression;
    this.node = link.node;
    this.#link = link;
    this.#logic = logic;
  }

  get formula(): Formula {
    return this.#logic.formulaOf(this.node);
  }

  /** The subjects that it is about, apart from what it needs; with the parts of URLs. */
  get subjects(): ReadonlySet<string> {
    this.#subjects ??= subjectsOf(this.formula, { withParts: true });
    return this.#subjects;
  }

  get canonicalText(): string {
    return this.#logic.canonicalText(this.node);
  }

  get text(): string {
    return writtenText(this.expression, this.node);
  }

  get place(): ReturnType<ExpressionNode["at"]> {
    return this.expression.at(this.node.span);
  }

  /** The edit that removes it; undefined when it cannot be removed safely. */
  get removal(): Edit | undefined {
    const { path, role, text } = this.expression;
    if (this.#link.within === undefined) {
      return role === "condition" ? { path, remove: true } : undefined;
    }
    const span = spanToRemove(this.#link, text);
    return span && { path, span: this.expression.at(span).part, text: "" };
  }
}

export function writtenText(expression: ExpressionNode, { span }: Expression): string {
  return shortened(expression.text.slice(span?.start, span?.end).replaceAll(/\s+/g, " "));
}

/**
 * Returns the span to remove with an operand of a chain: its operator, and the parentheses around it. Undefined when
 * a comment is between the operands.
 */
function spanToRemove({ node, within }: ChainLink, text: string): Span | undefined {
  const [span, operator] = [within?.span, within?.operatorSpan];
  const [left, right] = [within?.left.span, within?.right.span];
  if (!span || !operator || !left || !right) return undefined;
  if (text.slice(left.end, right.start).includes("//")) return undefined;
  // A pattern that searches for the end would be quadratic in a long run of spaces.
  const endBefore = text.slice(0, operator.start).trimEnd().length;
  const spaceAfter = /^\s*/.exec(text.slice(operator.end))?.[0].length ?? 0;
  return node === within?.left
    ? { start: span.start, end: operator.end + spaceAfter }
    : { start: endBefore, end: span.end };
}

export class Chain {
  readonly operator: "&&" | "||";
  readonly operands: readonly Operand[];
  readonly place: { readonly path: string; readonly part?: Part };
  readonly effort: Effort;
  #isApart: boolean | undefined;

  constructor(
    operator: "&&" | "||",
    operands: readonly Operand[],
    place: Chain["place"],
    effort = usualEffort(),
  ) {
    this.operator = operator;
    this.operands = operands;
    this.place = place;
    this.effort = effort;
  }

  /** True when no two operands have the same subject, so that they are independent. */
  get isApart(): boolean {
    this.#isApart ??= areApart(this.operands);
    return this.#isApart;
  }
}

function areApart(operands: readonly Operand[]): boolean {
  if (operands.length < 2) return true;
  const known = new Set<string>();
  return operands.every(({ formula }) => {
    const subjects = subjectsOf(formula, { withNeeds: true, withParts: true });
    // Two that are about nothing can be the same.
    const keys = subjects.size === 0 ? [""] : [...subjects];
    const isApart = keys.every((key) => !known.has(key));
    for (const key of keys) known.add(key);
    return isApart;
  });
}

/**
 * Returns the chains of `&&` and `||` in an expression. Leaves out the `&&` at the top of a condition: it belongs to
 * the conjunction of the rule's conditions.
 */
export function chainsOf(expression: ExpressionNode): Chain[] {
  const logic = expression.facts.logic;
  const chains: Chain[] = [];
  const effort = usualEffort(expression.role);
  if (logic !== undefined) visit(logic.tree, expression.role === "condition");
  return chains;

  function visit(node: Expression, isCondition: boolean): void {
    if (!isLogical(node)) {
      for (const child of childrenOf(node)) visit(child, false);
      return;
    }
    const { operator } = node;
    const links = chainLinks(node, operator);
    if (logic !== undefined && !(isCondition && operator === "&&")) {
      const operands = links.map((link) => new Operand(expression, link, logic));
      chains.push(new Chain(operator, operands, expression.at(node.span), effort));
    }
    for (const link of links) visit(link.node, false);
  }
}

/**
 * Returns the conjunction that a rule requires: its conditions, split at `&&`. Leaves out conditions with wrong
 * syntax, names or types.
 */
export function conjunctionOf({ conditions, facts, path }: RuleNode): Chain {
  const place = { path: `${path}/expressions` };
  return facts.once(
    conjunctionOf,
    () => new Chain("&&", conditions.flatMap(operandsOfCondition), place),
  );
}

function operandsOfCondition(condition: ExpressionNode): Operand[] {
  const logic = condition.facts.logic;
  if (logic === undefined) return [];
  return chainLinks(logic.tree, "&&").map((link) => new Operand(condition, link, logic));
}
