import { variablesOf, type Dialect } from "../../catalogue/dialect.ts";
import { directionsDialect } from "../../catalogue/directions/dialect.ts";
import type { Absence } from "../../catalogue/variable.ts";
import type { Span } from "../../text/positions.ts";
import { isMacro } from "../check/checker.ts";
import {
  isLogical,
  operandsOf,
  type Call,
  type Expression,
  type Index,
  type Select,
} from "../tree.ts";
import { parseExpression } from "../parse.ts";
import { printExpression } from "../print.ts";
import type { CelType } from "../type.ts";
import { Facts, mentions, textLiteral } from "./facts.ts";
import { entry, guardsOf, wholeNumber } from "./guards.ts";
import { reading, variableNamed } from "../check/variable-named.ts";

/** An access that fails at run time when what it asks for is not there. */
export interface UnguardedAccess {
  /** An entry of a map, an item of a list, or a value: of a variable, a function or a field. */
  readonly kind: "entry" | "item" | "value";
  readonly node: Expression;
  readonly span?: Span;
  /**
   * A condition that would guard it: `'x' in req.headers`, `size(list) > 0`, `has(req.url.port)`. None for an
   * index below 0, which always fails.
   */
  readonly guard?: string;
  /** For a value: when it is missing. None for the result of an action, which is missing before it runs. */
  readonly missing?: Absence;
  /** For the result of an action: the type of the action. */
  readonly setBy?: string;
}

/**
 * What of an expression can fail at run time because it is not there, and is guarded by nothing: no
 * `in`, `has`, `size` or `hasReqHeader` and its kin in the same conjunction. CEL's `&&` and
 * `||` let an error on one side pass when the other decides, so a guard may stand on either side.
 *
 * @param types - the types of the nodes, as `checkExpression` found them; an access to what has no
 *   known type is passed over
 * @param given - conditions that are known to be true before, such as the expressions of the rule
 *   that come before this one
 * @param dialect - tells which functions ask for the entries of which maps, and what may be missing
 * @param later - conditions that count as if they stood beside it
 */
export function unguardedAccesses(
  tree: Expression,
  types: ReadonlyMap<Expression, CelType>,
  given: readonly Expression[] = [],
  dialect: Dialect = directionsDialect,
  later: readonly Expression[] = [],
): UnguardedAccess[] {
  const found: UnguardedAccess[] = [];
  const guards = guardsOf(dialect);
  const bound = new Set<string>();
  const before = given.map((condition) => guards.afterwards(condition, true));
  const beside = later.map((condition) => guards.factsOf(condition, true));
  visit(tree, Facts.all([...before, ...beside]));
  return found;

  function visit(node: Expression, facts: Facts): void {
    switch (node.kind) {
      case "literal":
        return;
      case "binary":
        if (isLogical(node)) {
          visitChain(operandsOf(node, node.operator), node.operator === "&&", facts);
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
        visit(node.whenTrue, facts.and(guards.afterwards(node.condition, true)));
        visit(node.whenFalse, facts.and(guards.afterwards(node.condition, false)));
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
      case "identifier":
      case "select":
      case "index":
        visitAccess(node, facts);
    }
  }

  /** Each operand is guarded by all of the others. */
  function visitChain(operands: readonly Expression[], outcome: boolean, facts: Facts): void {
    const known = Facts.ofChain(
      facts,
      operands.map((operand) => ({
        toLater: guards.factsOf(operand, outcome, true),
        toAll: guards.factsOf(operand, outcome),
      })),
    );
    for (const [index, operand] of operands.entries()) visit(operand, known[index] ?? facts);
  }

  function visitCall(node: Call, facts: Facts): void {
    const { name, target } = node;
    if (target === undefined) {
      // `has(a.b)` asks for `b` and never fails because of it.
      for (const argument of node.arguments) {
        if (name === "has" && argument.kind === "select") {
          if (variableNamed(dialect, argument, bound) === undefined) visit(argument.operand, facts);
        } else visit(argument, facts);
      }
      const definition = dialect.functions.get(name);
      if (definition?.missing === undefined || facts.has(guards.written(node))) return;
      add({ kind: "value", node, missing: definition.missing, guard: presenceOf(node) });
      return;
    }
    visit(target, facts);
    const [variable] = node.arguments;
    if (variable?.kind !== "identifier" || !isMacro(node)) {
      for (const argument of node.arguments) visit(argument, facts);
      return;
    }
    // In a macro its variable hides what has the same name around it.
    let inside = facts.without(variable.name);
    const isKey = types.get(target)?.kind === "map" && !mentions(target, variable.name);
    if (isKey) inside = inside.and(entry(target, variable));
    const isBoundAround = bound.has(variable.name);
    bound.add(variable.name);
    for (const argument of node.arguments.slice(1)) visit(argument, inside);
    if (!isBoundAround) bound.delete(variable.name);
  }

  function visitAccess(
    node: Expression & { kind: "identifier" | "select" | "index" },
    facts: Facts,
  ) {
    const variable = variableNamed(dialect, node, bound);
    if (variable !== undefined) {
      const { renamedTo, setBy } = variable;
      const today = renamedTo === undefined ? variable : variableNamed(dialect, reading(renamedTo));
      const { missing = today?.missing } = variable;
      if ((missing === undefined && setBy === undefined) || isPresent(node, missing, facts)) return;
      const guard = `has(${printExpression(node)})`;
      add({ kind: "value", node, guard, ...(missing && { missing }), ...(setBy && { setBy }) });
      return;
    }
    if (node.kind === "identifier") return;
    visit(node.operand, facts);
    if (node.kind === "index") visit(node.index, facts);
    const operandType = types.get(node.operand);
    if (operandType?.kind === "map") visitEntry(node, facts);
    if (operandType?.kind === "list" && node.kind === "index") visitItem(node, facts);
    if (operandType?.kind === "record" && node.kind === "select") {
      const { fields = [] } = dialect.records.get(operandType.name) ?? {};
      const missing = fields.find(({ name }) => name === node.field)?.missing;
      if (missing === undefined || facts.has(guards.written(node))) return;
      add({ kind: "value", node, missing, guard: `has(${printExpression(node)})` });
    }
  }

  function visitEntry(node: Index | Select, facts: Facts): void {
    const key = node.kind === "index" ? node.index : textLiteral(node.field);
    if (facts.has(guards.written(node)) || isLiteralOf(node.operand, key)) return;
    add({
      kind: "entry",
      node,
      guard: `${printExpression(key)} in ${printExpression(node.operand)}`,
    });
  }

  function visitItem(node: Index, facts: Facts): void {
    const index = wholeNumber(node.index);
    const length = node.operand.kind === "list" ? BigInt(node.operand.elements.length) : 0n;
    if (index !== undefined && index < 0n) add({ kind: "item", node });
    else if (
      index === undefined ||
      (index >= length && !facts.hasItem(guards.written(node.operand), index))
    ) {
      const guard = `size(${printExpression(node.operand)}) > ${printExpression(node.index)}`;
      add({ kind: "item", node, guard });
    }
  }

  function isPresent(node: Expression, missing: Absence | undefined, facts: Facts): boolean {
    if (facts.has(node)) return true;
    const { group, guards: conditions = [] } = missing ?? {};
    const isImplied = conditions.some((condition) => {
      const parsed = parseExpression(condition);
      if (!parsed.ok || parsed.tree.kind !== "binary") return false;
      const { left: key, right: map } = parsed.tree;
      return facts.has({ kind: "index", operand: map, index: key });
    });
    if (isImplied || group === undefined) return isImplied;
    const together = variablesOf(dialect).filter((one) => one.missing?.group === group);
    return together.some(({ name }) => facts.has(reading(name)));
  }

  /** The call that says whether another one has a result: `hasReqCookie('a')` for `getReqCookie('a')`. */
  function presenceOf(node: Call): string {
    const name = node.name.replace(/^get/, "has");
    return printExpression({ ...node, name });
  }

  function add(access: Omit<UnguardedAccess, "span">): void {
    const { span } = access.node;
    found.push({ ...access, ...(span && { span }) });
  }
}

/** Whether a map is written out and has the key. */
function isLiteralOf(map: Expression, key: Expression): boolean {
  if (map.kind !== "map") return false;
  const wanted = printExpression(key);
  return map.entries.some(({ key: other }) => printExpression(other) === wanted);
}
