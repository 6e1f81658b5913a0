import {
  childrenOf,
  isLogical,
  shortened,
  type Edit,
  type Expression,
  type Part,
  type Span,
} from "@traffic-policy/policy-language";
import {
  Condition,
  LogicSession,
  subjectsOf,
  type Effort,
  type Formula,
} from "@traffic-policy/policy-logic";
import type { ExpressionFacts, ExpressionNode } from "../../nodes/expression-node.ts";
import type { RuleNode } from "../../nodes/rule-node.ts";
import { usualEffort } from "./answer.ts";

/** What an expression says, as far as it is known; nothing when it cannot be parsed. */
export function readingOf({ facts }: ExpressionNode): Condition | undefined {
  return facts.once(readingOf, read, facts);
}

function read({ parsed, checked, place, shared }: ExpressionFacts): Condition | undefined {
  if (!parsed.ok || checked === undefined) return undefined;
  const session = shared.once(LogicSession, () => new LogicSession());
  return new Condition(parsed.tree, checked, place.dialect, session);
}

/** What an expression says; nothing when its syntax, names or types are wrong. */
export function logicOf(expression: ExpressionNode): Condition | undefined {
  const errors = expression.checked?.errors ?? [];
  return errors.some(({ code }) => code !== "unavailable-here") ? undefined : readingOf(expression);
}

/** One operand of a chain of `&&` or `||`, with the operation that it is an operand of, if any. */
export interface ChainLink {
  readonly node: Expression;
  readonly within?: Expression & { kind: "binary" };
}

/** The operands of a chain with their operations, in the order of the text. */
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

/** One of several expressions that `&&` or `||` is between, or that a rule has as conditions. */
export class Operand {
  readonly expression: ExpressionNode;
  readonly node: Expression;
  readonly #link: ChainLink;
  readonly #logic: Condition;

  constructor(expression: ExpressionNode, link: ChainLink, logic: Condition) {
    this.expression = expression;
    this.node = link.node;
    this.#link = link;
    this.#logic = logic;
  }

  get formula(): Formula {
    return this.#logic.formulaOf(this.node);
  }

  get canonicalText(): string {
    return this.#logic.canonicalText(this.node);
  }

  /** The operand as it is written, shortened when it is long. */
  get text(): string {
    return writtenText(this.expression, this.node);
  }

  /** Its place. */
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

/** A part of an expression as it is written, shortened when it is long. */
export function writtenText(expression: ExpressionNode, { span }: Expression): string {
  return shortened(expression.text.slice(span?.start, span?.end).replaceAll(/\s+/g, " "));
}

/**
 * The span to remove with an operand of a chain: its operator, and the parentheses
 * around it. Undefined when a comment is between the operands.
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

/** Operands with one operator between them. */
export class Chain {
  readonly operator: "&&" | "||";
  readonly operands: readonly Operand[];
  /** Where they are together. */
  readonly place: { readonly path: string; readonly part?: Part };
  /** What answers about it may take: all chains of an expression share it. */
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

  /** Whether no two of them are about the same subject, so that what one comes to says nothing of another. */
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
 * The chains of `&&` and `||` in an expression. The `&&` that a whole condition consists of is left
 * out: it belongs to what the conditions of the rule say together.
 */
export function chainsOf(expression: ExpressionNode): Chain[] {
  const logic = logicOf(expression);
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
 * What must be true together for a rule to match: its conditions, taken apart at `&&`. Those
 * whose syntax, names or types are wrong are left out.
 */
export function conjunctionOf({ conditions, facts, path }: RuleNode): Chain {
  const place = { path: `${path}/expressions` };
  return facts.once(
    conjunctionOf,
    () => new Chain("&&", conditions.flatMap(operandsOfCondition), place),
  );
}

function operandsOfCondition(condition: ExpressionNode): Operand[] {
  const logic = logicOf(condition);
  if (logic === undefined) return [];
  return chainLinks(logic.tree, "&&").map((link) => new Operand(condition, link, logic));
}
