import { type Call, type Expression, printExpression } from "@traffic-policy/policy-language";
import {
  boolLiteral,
  childrenOf,
  comparedWithBool,
  getOrAdd,
  isLogical,
  isMacro,
  operandsOf,
  shortened,
} from "@traffic-policy/policy-language/internal";
import {
  type Condition,
  type UnguardedAccess,
  unguardedAccesses,
} from "@traffic-policy/policy-logic";
import type { ExpressionNode } from "../../nodes/expression-node.ts";
import type { RuleNode } from "../../nodes/rule-node.ts";
import type { Finding, Fix } from "../../finding.ts";
import { answer, usualEffort } from "../logic/answer.ts";
import { checkReplaced, editsOf, longestAdvice } from "./replacement.ts";

export interface Unguarded {
  readonly access: UnguardedAccess;
  readonly text: string;
  readonly isGuardedLater: boolean;
}

/**
 * Finds the accesses of an expression without a guard, in it or in the conditions before it; undefined when the
 * analysis would cost too much.
 */
export function unguarded(node: ExpressionNode, rule: RuleNode): readonly Unguarded[] | undefined {
  const { checked, facts } = node;
  const condition = node.facts.reading;
  if (condition === undefined || checked === undefined || checked.errors.length > 0) return [];
  const find = (
    given: readonly ExpressionNode[],
    later: readonly ExpressionNode[],
  ): readonly Unguarded[] | undefined =>
    answer(() => {
      const accesses = unguardedAccesses(condition, readings(given));
      const left =
        later.length === 0 || accesses.length === 0
          ? accesses
          : unguardedAccesses(condition, readings(given), readings(later));
      const nodesLeft = new Set(left.map((access) => access.node));
      return accesses.map((access) => ({
        access,
        text: shortened(printExpression(access.node)),
        isGuardedLater: !nodesLeft.has(access.node),
      }));
    }, usualEffort(node.role))?.value;
  // Most expressions access nothing unguarded on their own.
  const byItself = (): readonly Unguarded[] | undefined =>
    facts.once(unguardedAccesses, () => find([], []));
  if (facts.alike.once(unguarded, () => byItself()?.length === 0)) return [];
  const guarded = rule.alikeFacts.once(guardedIn, guardedIn);
  const index = rule.conditions.indexOf(node);
  if (guarded.has(index)) return [];
  const alone = byItself();
  if (alone === undefined) return undefined;
  const [given, later] = alone.length === 0 ? [[], []] : [rule.givenTo(node), rule.laterThan(node)];
  if (given.length + later.length === 0) return alone;
  // Nobody writes so many conditions, and the search for a guard in all of them is quadratic.
  if (given.length + later.length > mostConditions) return [];
  if ([...given, ...later].some((other) => other.facts === facts)) return find(given, later);
  const known = rule.conditionFacts.once(foundWith, foundWith);
  const found = getOrAdd(known, facts, () => find(given, later));
  if (index >= 0 && found?.length === 0) guarded.add(index);
  return found;
}

/** The indexes of the conditions that access nothing unguarded beside the others. */
function guardedIn(): Set<number> {
  return new Set();
}

const mostConditions = 2000;

/** Caches the results for an expression, by the conditions before it. */
function foundWith(): WeakMap<object, readonly Unguarded[] | undefined> {
  return new WeakMap();
}

function readings(nodes: readonly ExpressionNode[]): Condition[] {
  return nodes.flatMap((node) => node.facts.reading ?? []);
}

export function unguardedFinding(
  node: ExpressionNode,
  { access, isGuardedLater }: Unguarded,
  failure: string,
): Finding {
  const { span } = access;
  if (isGuardedLater) {
    return {
      ...node.at(span),
      message: `${failure}, and its guard comes only after it.`,
      help: "Put the guard before it.",
      atMost: "info",
      claim: "fails",
    };
  }
  const fix = addGuard(node, access);
  return {
    ...node.at(span),
    message: `${failure}.`,
    help: helpFor(node, access),
    claim: "fails",
    ...(fix && { fix }),
  };
}

function helpFor({ role }: ExpressionNode, { kind, guard = "" }: UnguardedAccess): string {
  const condition = shortened(guard, longestAdvice);
  if (role === "interpolation") {
    return `Add ${condition} to the expressions of the rule, or write ${condition} ? … : ''.`;
  }
  const other = `To match when it is missing, begin with !${condition} ||.`;
  return `Add the condition ${condition}.${kind === "value" ? ` ${other}` : ""}`;
}

/** Adds a guard before the failing part. The rule then does not match when there is no value. */
function addGuard(node: ExpressionNode, access: UnguardedAccess): Fix | undefined {
  const { guard = "", kind } = access;
  if (node.role !== "condition" || node.tree === undefined) return undefined;
  const place = placeFor(node.tree, access.node);
  if (place?.operand.span === undefined) return undefined;
  const { operand, isNegated, isInAnd } = place;
  const { start, end } = place.operand.span;
  const isLoose =
    operand.kind === "conditional" || (operand.kind === "binary" && operand.operator === "||");
  const absence = kind === "value" ? `!${guard}` : `!(${guard})`;
  const before = isNegated ? `${isInAnd ? "(" : ""}${absence} || ` : `${guard} && `;
  const closing = (isLoose ? ")" : "") + (isNegated && isInAnd ? ")" : "");
  const replacements = [
    { span: { start, end: start }, text: `${before}${isLoose ? "(" : ""}` },
    ...(closing === "" ? [] : [{ span: { start: end, end }, text: closing }]),
  ];
  // Outside of a macro its variable means nothing.
  const mayBeBound = /\.(?:all|exists|exists_one|existsOne|filter|map)\b/.test(node.text);
  if (mayBeBound && checkReplaced(node, replacements)?.errors.length !== 0) return undefined;
  return {
    title: `Add the condition ${shortened(isNegated ? absence : guard, longestAdvice)}`,
    safe: false,
    edits: editsOf(node, replacements),
  };
}

interface Place {
  readonly operand: Expression;
  /** True when the rule does not match if this part is true. */
  readonly isNegated: boolean;
  /** True for an operand of `&&`. */
  readonly isInAnd: boolean;
}

/**
 * Finds the largest part of a condition that fails whenever an access fails. A guard before it changes nothing when
 * there is a value, or when another part decides. Undefined when the part is evaluated only sometimes and is not a
 * condition, or when its value does not determine if the rule matches.
 */
function placeFor(tree: Expression, access: Expression): Place | undefined {
  let place: Place = { operand: tree, isNegated: false, isInAnd: false };
  let isNegated: boolean | undefined = false;
  for (let at = tree; at !== access;) {
    const chain = isLogical(at) ? at.operator : undefined;
    const parts = chain === undefined ? childrenOf(at) : operandsOf(at, chain);
    const next = parts.find((part) => contains(part, access));
    if (next === undefined) return undefined;
    if (chain !== undefined || isBranch(at, next)) {
      if (isNegated === undefined) return undefined;
      place = { operand: next, isNegated, isInAnd: chain === "&&" };
    } else {
      if (isBody(at, next)) return undefined;
      const turned = turns(at);
      isNegated =
        turned === undefined || isNegated === undefined ? undefined : turned !== isNegated;
    }
    at = next;
  }
  return place;
}

function contains({ span: outer }: Expression, { span: inner }: Expression): boolean {
  if (outer === undefined || inner === undefined) return false;
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** True when a part is evaluated only sometimes, and then gives the value of the whole. */
function isBranch(whole: Expression, part: Expression): boolean {
  if (whole.kind === "conditional") return part !== whole.condition;
  return isBody(whole, part) && (whole.name === "exists" || whole.name === "all");
}

/** True when the whole is false if the part that it depends on is true; undefined when it depends on several. */
function turns(whole: Expression): boolean | undefined {
  if (whole.kind === "unary" && whole.operator === "!") return true;
  if (whole.kind === "conditional") {
    const [whenTrue, whenFalse] = [boolLiteral(whole.whenTrue), boolLiteral(whole.whenFalse)];
    if (whenTrue === whenFalse) return undefined;
    return whenTrue === false || whenFalse === true;
  }
  const same = comparedWithBool(whole);
  return same === undefined ? undefined : !same.value;
}

function isBody(whole: Expression, part: Expression): whole is Call {
  const isOfMacro = whole.kind === "call" && whole.target !== undefined && isMacro(whole);
  return isOfMacro && part !== whole.target;
}
