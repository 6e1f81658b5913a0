import type { Dialect } from "../../catalogue/dialect.ts";
import { directionsDialect } from "../../catalogue/directions/dialect.ts";
import type { Span } from "../../span.ts";
import { isMacro } from "../check/macro.ts";
import { printExpression } from "../print.ts";
import type { Call, Expression, Index, Select } from "../tree.ts";
import type { CelType } from "../type.ts";
import { factsOf, keyFact, mentions, noFacts, text, wholeNumber, type Facts } from "./facts.ts";
import { Lookups } from "./lookups.ts";

/** An access that fails at run time when what it asks for is not there. */
export interface UnguardedAccess {
  readonly node: Index | Select;
  readonly span?: Span;
  /**
   * A condition that would guard it: `'x' in req.headers`, `size(list) > 0`. None for an index below 0, which
   * always fails.
   */
  readonly guard?: string;
}

/**
 * The map and list accesses of an expression that can fail at run time and that nothing guards:
 * no `in`, `has`, `size` or `hasReqHeader` and its kin in the same conjunction. CEL's `&&` and
 * `||` let an error on one side pass when the other decides, so a guard may stand on either side.
 *
 * @param types - the types of the nodes, as `checkExpression` found them; an access to what has no
 *   known type is passed over
 * @param given - conditions that are known to be true before, such as the expressions of the rule
 *   that come before this one
 * @param dialect - tells which functions ask for the entries of which maps
 */
export function unguardedAccesses(
  tree: Expression,
  types: ReadonlyMap<Expression, CelType>,
  given: readonly Expression[] = [],
  dialect: Dialect = directionsDialect,
): UnguardedAccess[] {
  const found: UnguardedAccess[] = [];
  const lookups = new Lookups(dialect);
  const known = given.reduce((facts, condition) => facts.and(learn(condition, true)), noFacts);
  visit(tree, known);
  return found;

  function learn(condition: Expression, outcome: boolean): Facts {
    return factsOf(lookups.written(condition), outcome);
  }

  function visit(node: Expression, facts: Facts): void {
    switch (node.kind) {
      case "literal":
      case "identifier":
        return;
      case "binary":
        if (node.operator === "&&" || node.operator === "||") {
          const outcome = node.operator === "&&";
          visit(node.left, facts.and(learn(node.right, outcome)));
          visit(node.right, facts.and(learn(node.left, outcome)));
          return;
        }
        visit(node.left, facts);
        visit(node.right, facts);
        return;
      case "unary":
        visit(node.operand, facts);
        return;
      case "conditional":
        visit(node.condition, facts);
        visit(node.whenTrue, facts.and(learn(node.condition, true)));
        visit(node.whenFalse, facts.and(learn(node.condition, false)));
        return;
      case "list":
        for (const element of node.elements) visit(element, facts);
        return;
      case "map":
        for (const { key, value } of node.entries) {
          visit(key, facts);
          visit(value, facts);
        }
        return;
      case "call":
        visitCall(node, facts);
        return;
      case "select":
      case "index":
        visitAccess(node, facts);
    }
  }

  function visitCall(node: Call, facts: Facts): void {
    const { name, target } = node;
    if (target === undefined) {
      // `has(a.b)` asks for `b` and never fails because of it.
      for (const argument of node.arguments) {
        visit(name === "has" && argument.kind === "select" ? argument.operand : argument, facts);
      }
      return;
    }
    visit(target, facts);
    const [variable] = node.arguments;
    let inside = facts;
    if (variable?.kind === "identifier" && isMacro(node)) {
      // In a macro its variable hides what has the same name around it.
      inside = facts.without(variable.name);
      const isKey = types.get(target)?.kind === "map" && !mentions(target, variable.name);
      if (isKey) inside = inside.and(keyFact(target, variable));
    }
    for (const argument of node.arguments) visit(argument, inside);
  }

  function visitAccess(node: Index | Select, facts: Facts): void {
    const operandType = types.get(node.operand)?.kind;
    const key = node.kind === "index" ? node.index : text(node.field);
    visit(node.operand, facts);
    if (node.kind === "index") visit(key, facts);
    if (
      operandType === "map" &&
      !facts.hasKey(lookups.written(node.operand), lookups.written(key)) &&
      !isLiteralOf(node.operand, key)
    ) {
      const guard = `${printExpression(key)} in ${printExpression(node.operand)}`;
      found.push({ node, ...(node.span && { span: node.span }), guard });
    }
    if (operandType === "list" && node.kind === "index") {
      const index = wholeNumber(key);
      const length = node.operand.kind === "list" ? BigInt(node.operand.elements.length) : 0n;
      const isThere =
        index !== undefined &&
        (facts.hasItem(lookups.written(node.operand), index) || (index >= 0n && index < length));
      if (index !== undefined && index < 0n) {
        found.push({ node, ...(node.span && { span: node.span }) });
      } else if (!isThere) {
        const guard = `size(${printExpression(node.operand)}) > ${printExpression(key)}`;
        found.push({ node, ...(node.span && { span: node.span }), guard });
      }
    }
  }
}

/** Whether a map is written out and has the key. */
function isLiteralOf(map: Expression, key: Expression): boolean {
  if (map.kind !== "map") return false;
  const wanted = printExpression(key);
  return map.entries.some((entry) => printExpression(entry.key) === wanted);
}
