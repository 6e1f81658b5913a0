import { type Call, type Expression, type Span } from "@traffic-policy/policy-language";
import {
  childrenOf,
  isLogical,
  isStandardMacro,
  operandsOf,
} from "@traffic-policy/policy-language/internal";
import {
  type Condition,
  type Formula,
  never,
  Solver,
  unguardedAccesses,
} from "@traffic-policy/policy-logic";
import {
  isAlwaysFalse,
  isAlwaysTrue,
  isFalse,
  isNeverFalse,
  isNeverTrue,
  notTrue,
  subjectsOf,
} from "@traffic-policy/policy-logic/internal";
import { failuresIn } from "../../analysis/expression/failure.ts";
import { answer, usualEffort } from "../../analysis/logic/answer.ts";
import { tooMuch } from "../../analysis/logic/too-much.ts";
import { type ChainLink, chainLinks, Operand, writtenText } from "../../analysis/logic/operands.ts";
import { defineRule } from "../../rule.ts";
import { isMisread } from "../../analysis/expression/misread-pattern.ts";
import type { ExpressionNode } from "../../nodes/expression-node.ts";

export default defineRule({
  severity: "warning",
  fix: "safe",
  docs: {
    what: "A condition, or a part of one, is true or false for every request.",
    wrong: `{ "inbound": [ { "expressions": ["req.method != 'GET' || req.method != 'HEAD'"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "expressions": ["req.method != 'GET' && req.method != 'HEAD'"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "Such a condition has no effect, so something else was meant: often `&&` instead of `||`, a variable instead of a literal, or another day or month: days of the week are 0 to 6, and months 0 to 11. A condition that is just `true` or `false` may be intended and is only a hint. Not reported is one end of all that a value can be, as in `res.status_code >= 100 && res.status_code < 200`, and that a path begins with `/`: whether a path can be empty is not documented.",
  },
  visit: {
    expression(node, report) {
      const logic = node.facts.logic;
      if (logic === undefined || hasNoConstantPart(node)) return;
      const effort = usualEffort(node.role);
      const found = answer(() => constantParts(node), effort);
      if (found === undefined) report(tooMuch(node.at(), "whether this is always true or false"));
      for (const part of found?.value ?? []) {
        const { link, claim } = part;
        const isWhole = node.role === "condition" && link.node === logic.tree;
        const neutral = link.within?.operator === "&&" ? "always true" : "always false";
        const isRemovable = link.within !== undefined && claim === neutral;
        const removal = isRemovable ? new Operand(node, link, logic).removal : undefined;
        const deciding = answer(() => decidingOperands(part, logic), effort)?.value ?? [];
        const isTold =
          claim === "always fails" &&
          answer(() => hasOwnRule(link.node, logic), effort)?.value !== false;
        if (isTold) continue;
        const text = writtenText(node, link.node);
        report({
          ...node.at(link.node.span),
          message: claim === "always fails" ? `${text} ${claim}.` : `${text} is ${claim}.`,
          help: isWhole ? helpForWhole(part, logic) : helpForPart(part, logic),
          ...(mayFail(claim) && { claim: "fails" as const }),
          ...(link.node.kind === "literal" && link.within === undefined ? { atMost: "info" } : {}),
          ...(deciding.length > 0 && {
            related: deciding.map((one) => ({
              message: "One of these is true for every request.",
              ...node.at(one.span),
            })),
          }),
          ...(removal && {
            fix: { title: "Remove it", safe: !isMisread(node, link.node), edits: [removal] },
          }),
        });
      }
    },
  },
});

function hasNoConstantPart(node: ExpressionNode): boolean {
  const isSo = (): boolean =>
    answer(() => constantParts(node).length === 0, usualEffort(node.role))?.value === true;
  return node.facts.alike.once(hasNoConstantPart, isSo);
}

function hasOwnRule(part: Expression, logic: Condition): boolean {
  const { start = 0, end = Infinity } = part.span ?? {};
  const isInside = ({ span }: { readonly span?: Span }): boolean =>
    span !== undefined && start <= span.start && span.end <= end;
  return (
    failuresIn(part).length > 0 ||
    unguardedAccesses(logic).some((access) => isInside(access) && access.isThere === never)
  );
}

function helpForWhole(part: ConstantPart, logic: Condition): string {
  const { link, claim } = part;
  if (claim === "always fails") return "It has no value, whatever the request is: correct it.";
  if (!isTrueBy(claim)) {
    return "The rule never matches: correct the condition, or remove the rule.";
  }
  return link.node.kind === "literal"
    ? "Remove it: a rule without conditions always matches."
    : helpForPart(part, logic);
}

function helpForPart({ link, claim }: ConstantPart, logic: Condition): string {
  const { node, within } = link;
  if (claim === "always fails") return "It has no value, whatever the request is: correct it.";
  if (node.kind === "binary" && node.operator === "||") {
    return excludesTwice(operandsOf(node, "||"), logic)
      ? "Two != joined with || are always true: write && to exclude both values."
      : "For every value one of its sides is true: correct it, perhaps with &&.";
  }
  if (within !== undefined && (within.operator === "||") === isTrueBy(claim)) {
    return `It makes the whole ${within.operator} ${claim}: correct it.`;
  }
  if (mayFail(claim)) {
    return "It only decides whether the rule fails: correct it.";
  }
  return within === undefined
    ? "It has no effect: correct it."
    : `It has no effect in the ${within.operator}: remove it, or correct it.`;
}

/** From many operands of `||` that are always true together, returns those that are sufficient. */
function decidingOperands({ link, claim }: ConstantPart, logic: Condition): readonly Expression[] {
  const { node } = link;
  if (node.kind !== "binary" || node.operator !== "||" || !isTrueBy(claim)) return [];
  const outcomes = claim === "always true" ? notTrue : isFalse;
  const goals = operandsOf(node, "||").map((operand) => ({
    operand,
    formula: logic.formulaOf(operand),
    outcomes,
  }));
  const core = new Solver().refute(goals) ?? [];
  const left = goals.filter((goal) => core.includes(goal));
  return left.length < goals.length ? left.map(({ operand }) => operand) : [];
}

/** True when two operands are `!=` on the same subject, so that for every value at least one of them is true. */
function excludesTwice(operands: readonly Expression[], logic: Condition): boolean {
  const excluded = operands.flatMap((operand) => {
    const formula = logic.formulaOf(operand);
    const isUnequal = operand.kind === "binary" && operand.operator === "!=";
    return isUnequal && formula.kind === "not" ? [...subjectsOf(formula)] : [];
  });
  return new Set(excluded).size < excluded.length;
}

interface ConstantPart {
  readonly link: ChainLink;
  readonly claim: ConstantClaim;
}

/** The claims with "never" leave open if the part fails. */
type ConstantClaim = "always true" | "always false" | "never true" | "never false" | "always fails";

/**
 * Finds the parts of an expression that always evaluate to the same value, and so have no effect. Of nested parts,
 * reports the part that is the reason. Leaves contradictions between operands of `&&` to the rule about
 * contradictions.
 */
function constantParts(expression: ExpressionNode): ConstantPart[] {
  const logic = expression.facts.logic;
  if (logic === undefined) return [];
  return expression.role === "condition"
    ? inDecision({ node: logic.tree }, logic)
    : inValue(logic.tree, logic);
}

function inDecision(link: ChainLink, logic: Condition): ConstantPart[] {
  const { node } = link;
  if (node.kind === "unary" && node.operator === "!") {
    return inDecision({ node: node.operand }, logic);
  }
  if (isLogical(node) && node.operator === "&&") return inConjunction(link, node, logic);
  const claim = claimOf(logic.formulaOf(node));
  const claimed = (part: Expression): boolean | "fails" | undefined => {
    const found = claimOf(logic.formulaOf(part));
    return found === "always fails" ? "fails" : found && isTrueBy(found);
  };
  const explains = (part: Expression): boolean => {
    const found = claimed(part);
    return found === "fails" || (claim !== undefined && found === isTrueBy(claim));
  };
  if (node.kind === "conditional") {
    const { condition, whenTrue, whenFalse } = node;
    const inside = [condition, whenTrue, whenFalse]
      .filter((part) => part === condition || part.kind !== "literal")
      .flatMap((part) => inDecision({ node: part }, logic));
    if (claim === undefined) return inside;
    const chosen = claimed(condition);
    const isExplained =
      chosen === "fails" ||
      ((chosen === false || explains(whenTrue)) && (chosen === true || explains(whenFalse)));
    return inside.length > 0 && isExplained ? inside : [...inside, { link, claim }];
  }
  if (!isLogical(node)) {
    return claim === undefined ? inValue(node, logic) : [{ link, claim }];
  }
  const links = chainLinks(node, "||");
  const inside = links.flatMap((operand) => inDecision(operand, logic));
  if (claim === undefined) return inside;
  const isExplained = links.some((operand) => explains(operand.node));
  return isExplained ? inside : [...inside, { link, claim }];
}

function inConjunction(link: ChainLink, node: Expression, logic: Condition): ConstantPart[] {
  const links = chainLinks(node, "&&");
  const told = links.filter((one) => !isForSymmetry(one, links, logic));
  const inside = told.flatMap((operand) => inDecision(operand, logic));
  if (told.length === links.length) return inside;
  const claim = claimOf(logic.formulaOf(node));
  return claim !== undefined && isTrueBy(claim) ? [{ link, claim }] : inside;
}

/**
 * True for one end of what a value can be beside another question about it: people write both ends of a range, such
 * as `>= 0` and `< 24` for an hour. An hour that never occurs remains a mistake.
 */
function isForSymmetry(operand: ChainLink, links: readonly ChainLink[], logic: Condition): boolean {
  const formula = logic.formulaOf(operand.node);
  const inner = formula.kind === "requires" ? formula.of : formula;
  if (inner.kind !== "atom") return false;
  const { subject, test } = inner;
  if (test.kind !== "time-part" && subject.isInRange !== true) return false;
  const claim = claimOf(formula);
  return (
    claim !== undefined &&
    isTrueBy(claim) &&
    links.some(
      (other) => other !== operand && subjectsOf(logic.formulaOf(other.node)).has(subject.key),
    )
  );
}

function inValue(node: Expression, logic: Condition): ConstantPart[] {
  if (node.kind === "literal" || node.kind === "identifier") return [];
  if (node.kind === "select") return inValue(node.operand, logic);
  const isNot = node.kind === "unary" && node.operator === "!";
  if (isLogical(node) || isNot) return inDecision({ node }, logic);
  const decisions = decisionsIn(node);
  return childrenOf(node).flatMap((child) =>
    decisions.includes(child) ? inDecision({ node: child }, logic) : inValue(child, logic),
  );
}

function decisionsIn(node: Expression): readonly Expression[] {
  if (node.kind === "conditional") return [node.condition];
  return node.kind === "call" && isStandardMacro(node) ? bodyOf(node) : [];
}

/** Returns the condition of a macro: the last argument, or for `map` the one before it. */
function bodyOf({ name, arguments: given }: Call): readonly Expression[] {
  if (name === "has") return [];
  return name === "map" ? given.slice(1, -1) : given.slice(1);
}

function claimOf(formula: Formula): ConstantClaim | undefined {
  if (isNeverFalse(formula)) {
    if (isAlwaysTrue(formula)) return "always true";
    return isNeverTrue(formula) ? "always fails" : "never false";
  }
  if (isNeverTrue(formula)) return isAlwaysFalse(formula) ? "always false" : "never true";
  return undefined;
}

function mayFail(claim: ConstantClaim): boolean {
  return claim !== "always true" && claim !== "always false";
}

/** True when a claim leaves only true, apart from failures. Other claims leave only false, or always fail. */
function isTrueBy(claim: ConstantClaim): boolean {
  return claim === "always true" || claim === "never false";
}
