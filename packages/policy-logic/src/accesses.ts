import {
  printExpression,
  type Absence,
  type Call,
  type Expression,
  type Span,
} from "@traffic-policy/policy-language";
import {
  absenceOf,
  childrenOf,
  getOrAdd,
  isLogical,
  isMacro,
  operandsOf,
} from "@traffic-policy/policy-language/internal";
import { textLiteral } from "./canonical.ts";
import { fold } from "./constant.ts";
import { all, always, any, not, subjectsOf, type Formula } from "./formula.ts";
import type { Condition } from "./reading/condition.ts";
import { functionOf } from "./reading/functions.ts";
import { absenceOfField, entry, item, valueIsThere, variableIsThere } from "./reading/presence.ts";
import type { Reader } from "./reading/reader.ts";
import { questionText } from "./values/question-text.ts";
import { isFalse, isTrue, notFalse, type Goal } from "./outcomes.ts";
import { areContrary } from "./search/contrary.ts";
import { isPossible } from "./solve.ts";
import { canFail } from "./total.ts";

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
  /** The formula that must be true for the access not to fail. */
  readonly isThere: Formula;
  /** The goals that hold where the expression fails because of the access. */
  readonly failure: readonly Goal[];
}

interface Access extends Omit<UnguardedAccess, "span" | "guard" | "failure"> {
  readonly guard?: () => string;
}

/**
 * The accesses because of which an expression can fail, each by itself: there is an exchange in which the
 * conditions given are true and everything else is there, but the expression has no value. CEL's `&&` and
 * `||` let an error pass when another operand decides, so a guard may stand on either side.
 *
 * @param given - what is true before, such as the expressions of the rule that come before this one
 * @param later - what counts as if it stood beside it
 */
export function unguardedAccesses(
  condition: Condition,
  given: readonly Condition[] = [],
  later: readonly Condition[] = [],
): UnguardedAccess[] {
  const { tree, types } = condition;
  // A decision that cannot fail reads nothing that may be missing.
  if (types.get(tree)?.kind === "bool" && !canFail(condition.formula)) return [];
  const accesses = new Collector(condition).accesses;
  if (accesses.size === 0) return [];
  const goals = [
    ...given.map(({ formula }) => ({ formula, outcomes: isTrue })),
    ...later.map(({ formula }) => ({ formula, outcomes: notFalse })),
  ];
  const parents = parentsIn(tree);
  const about = new Map<Expression, ReadonlySet<string>>();
  const found = new Map<Access, readonly Goal[]>();
  const fails = (access: Access, guarded: ReadonlySet<string>): boolean => {
    if (access.isThere === always) return false;
    const failure = goalsOfFailure(condition, access, { parents, about, guarded });
    // Most accesses are guarded, which is seen sooner than that one is not.
    const together = [...failure, ...goals];
    const isFound = !areContrary(together) && isPossible(together);
    if (isFound) found.set(access, failure);
    return isFound;
  };
  for (const access of accesses.values()) fails(access, new Set());
  findInCircles(accesses, new Set(found.keys()), fails);
  return [...accesses.values()].flatMap((access) => {
    const failure = found.get(access);
    if (failure === undefined) return [];
    const { guard, ...described } = access;
    const { span } = access.node;
    return [{ ...described, ...(span && { span }), ...(guard && { guard: guard() }), failure }];
  });
}

/**
 * Finds circular guards: accesses that are guarded only while other guarded accesses are there, and vice versa. When
 * all of them are missing, the expression fails.
 */
function findInCircles(
  accesses: ReadonlyMap<Expression, Access>,
  alone: ReadonlySet<Access>,
  fails: (access: Access, guarded: ReadonlySet<string>) => boolean,
): void {
  const reported = new Set([...alone].map(({ isThere }) => questionText(isThere)));
  const others = [...accesses.values()].filter(
    ({ isThere }) => isThere !== always && !reported.has(questionText(isThere)),
  );
  if (new Set(others.map(({ isThere }) => questionText(isThere))).size < 2) return;
  const guarded = new Set<string>();
  for (const access of others.toReversed()) {
    if (guarded.size === 0 || !fails(access, guarded)) guarded.add(questionText(access.isThere));
  }
}

class Collector {
  readonly accesses = new Map<Expression, Access>();
  readonly #condition: Condition;

  constructor(condition: Condition) {
    this.#condition = condition;
    this.#visit(condition.tree, condition.reader);
  }

  #visit(node: Expression, reader: Reader): void {
    if (isLogical(node)) {
      for (const operand of operandsOf(node, node.operator)) this.#visit(operand, reader);
      return;
    }
    const variable = this.#condition.variableAt(node, reader.bound);
    if (variable !== undefined) {
      const { setBy } = variable;
      const isThere = variableIsThere(reader, variable);
      if (isThere === always) return;
      const missing =
        setBy === undefined ? absenceOf(variable, reader.condition.dialect) : undefined;
      const guard = (): string => `has(${printExpression(node)})`;
      const why = { ...(missing && { missing }), ...(setBy && { setBy }) };
      this.#add({ kind: "value", node, guard, isThere, ...why });
      return;
    }
    if (node.kind === "call") {
      this.#visitCall(node, reader);
      return;
    }
    for (const child of childrenOf(node)) this.#visit(child, reader);
    if (node.kind !== "select" && node.kind !== "index") return;
    const { operand } = node;
    switch (this.#condition.types.get(operand)?.kind) {
      case "map": {
        const key = node.kind === "index" ? node.index : textLiteral(node.field);
        const guard = (): string => `${printExpression(key)} in ${printExpression(operand)}`;
        this.#add({ kind: "entry", node, guard, isThere: entry(reader, operand, key) });
        break;
      }
      case "list": {
        if (node.kind !== "index") break;
        const { index } = node;
        if (isFirstOfSplit(operand, index)) break;
        const guard = (): string => `size(${printExpression(operand)}) > ${printExpression(index)}`;
        const place = fold(index);
        const isBelow = place?.kind === "number" && place.value < 0;
        this.#add({ kind: "item", node, isThere: item(reader, node), ...(!isBelow && { guard }) });
        break;
      }
      case "record": {
        const missing = node.kind === "select" ? absenceOfField(reader, node) : undefined;
        if (missing === undefined) break;
        const guard = (): string => `has(${printExpression(node)})`;
        this.#add({ kind: "value", node, missing, guard, isThere: valueIsThere(reader, node) });
      }
    }
  }

  #visitCall(node: Call, reader: Reader): void {
    const { name, target, arguments: given } = node;
    const inner = innerReader(node, reader);
    for (const part of evaluatedIn(node, this.#condition, reader)) {
      this.#visit(part, given.includes(part) ? inner : reader);
    }
    const missing =
      target === undefined ? functionOf(node, this.#condition.dialect)?.missing : undefined;
    if (missing === undefined) return;
    // The call that says whether this one has a result: `hasReqCookie('a')` for `getReqCookie('a')`.
    const guard = (): string => printExpression({ ...node, name: name.replace(/^get/, "has") });
    this.#add({ kind: "value", node, missing, guard, isThere: valueIsThere(reader, node) });
  }

  #add(access: Access): void {
    this.accesses.set(access.node, access);
  }
}

function partsOf(node: Expression, condition: Condition, reader: Reader): readonly Expression[] {
  if (isLogical(node)) return operandsOf(node, node.operator);
  return node.kind === "call" ? evaluatedIn(node, condition, reader) : childrenOf(node);
}

/** Returns the parts of a call that are evaluated. `has(a.b)` tests for `b` and never fails because of it. */
function evaluatedIn(node: Call, condition: Condition, reader: Reader): readonly Expression[] {
  const { name, target, arguments: given } = node;
  if (target === undefined && name === "has") {
    return given.flatMap((argument) => {
      if (argument.kind !== "select") return [argument];
      return condition.variableAt(argument, reader.bound) === undefined ? [argument.operand] : [];
    });
  }
  const isBinding = target !== undefined && isMacro(node) && given[0]?.kind === "identifier";
  return [...(target === undefined ? [] : [target]), ...(isBinding ? given.slice(1) : given)];
}

function innerReader(node: Call, reader: Reader): Reader {
  return node.target !== undefined && isMacro(node) ? reader.insideOf(node) : reader;
}

function parentsIn(tree: Expression): ReadonlyMap<Expression, Expression> {
  const parents = new Map<Expression, Expression>();
  const stack = [tree];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    for (const child of childrenOf(node)) {
      parents.set(child, node);
      stack.push(child);
    }
  }
  return parents;
}

/** In a chain with more operands than this, only those about the same subject as the access are examined. */
const longChain = 50;

interface Surroundings {
  readonly parents: ReadonlyMap<Expression, Expression>;
  readonly about: Map<Expression, ReadonlySet<string>>;
  readonly guarded: ReadonlySet<string>;
}

/**
 * Returns the goals reached where an expression fails because of one access and every other failure is guarded: on
 * the way to the access, no operand decides without it, and its branches are chosen.
 */
function goalsOfFailure(
  condition: Condition,
  access: Access,
  { parents, about, guarded }: Surroundings,
): Goal[] {
  const around = new Set<Expression>();
  let outer: Expression | undefined = access.node;
  for (; outer !== undefined; outer = parents.get(outer)) around.add(outer);
  const goals: Goal[] = [{ formula: access.isThere, outcomes: isFalse }];
  let reader = condition.reader;
  let subjectsAsked: ReadonlySet<string> | undefined;
  for (let node = condition.tree; node !== access.node;) {
    const parts = partsOf(node, condition, reader);
    const next = parts.find((part) => around.has(part));
    if (next === undefined) break;
    if (isLogical(node)) {
      for (const operand of parts) {
        if (operand === next || (parts.length > longChain && !isAbout(operand))) continue;
        const formula = withoutFailures(reader.formula(operand), node.operator === "||", guarded);
        goals.push({ formula, outcomes: isFalse });
      }
    } else if (node.kind === "conditional" && next !== node.condition) {
      // A branch is chosen only where the condition has not failed, whatever is asked for in it.
      const outcomes = next === node.whenTrue ? isTrue : isFalse;
      goals.push({ formula: reader.formula(node.condition), outcomes });
    } else if (node.kind === "call" && next !== node.target) {
      const inner = innerReader(node, reader);
      const isInside = inner !== reader;
      if (isInside) goals.push({ formula: itemOf(node, inner, condition), outcomes: isTrue });
      reader = inner;
    }
    node = next;
  }
  return goals;

  function isAbout(operand: Expression): boolean {
    const subjects = getOrAdd(about, operand, () => subjectsOf(reader.formula(operand)));
    subjectsAsked ??= subjectsOf(access.isThere);
    return overlap(subjects, subjectsAsked);
  }
}

/** Returns the formula for an outcome as a formula that never fails; of its needs, only the guarded ones count. */
function withoutFailures(
  formula: Formula,
  outcome: boolean,
  guarded: ReadonlySet<string>,
): Formula {
  const is = (part: Formula, wanted = outcome): Formula => withoutFailures(part, wanted, guarded);
  switch (formula.kind) {
    case "atom":
    case "relation":
    case "constant":
      return outcome ? formula : not(formula);
    case "not":
      return is(formula.of, !outcome);
    case "requires": {
      const needs = formula.needs.filter((need) => guarded.has(questionText(need)));
      return all([...needs.map((need) => is(need, true)), is(formula.of)]);
    }
    case "all":
    case "any": {
      const parts = formula.parts.map((part) => is(part));
      return (formula.kind === "all") === outcome ? all(parts) : any(parts);
    }
    case "choice": {
      const { condition, whenTrue, whenFalse } = formula;
      return any([
        all([is(condition, true), is(whenTrue)]),
        all([is(condition, false), is(whenFalse)]),
      ]);
    }
  }
}

/** Within `map.exists(key, …)`, the key is known to be in the map. */
function itemOf(
  { target, arguments: [variable] }: Call,
  inner: Reader,
  { types }: Condition,
): Formula {
  if (target === undefined || variable?.kind !== "identifier") return always;
  const isKey = types.get(target)?.kind === "map" && !mentions(target, variable.name);
  return isKey ? entry(inner, target, variable) : always;
}

function mentions(node: Expression, name: string): boolean {
  if (node.kind === "identifier") return node.name === name;
  return childrenOf(node).some((child) => mentions(child, name));
}

function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  for (const key of one) if (other.has(key)) return true;
  return false;
}

/** True for `text.split(separator)[0]`: there is always a first part. */
function isFirstOfSplit(operand: Expression, index: Expression): boolean {
  const isSplit =
    operand.kind === "call" &&
    operand.name === "split" &&
    operand.target !== undefined &&
    operand.arguments.length === 1;
  const place = isSplit ? fold(index) : undefined;
  return place?.kind === "number" && Number(place.value) === 0;
}
