import {
  childrenOf,
  isLogical,
  isMacro,
  operandsOf,
  printExpression,
  type Absence,
  type Call,
  type Expression,
  type Span,
} from "@traffic-policy/policy-language";
import { noNames, textLiteral } from "./canonical.ts";
import { fold } from "./constant.ts";
import { all, always, any, never, not, subjectsOf, type Formula } from "./formula.ts";
import type { Condition, Reader } from "./reading.ts";
import { isPossible, isTrue, notFalse } from "./solve.ts";
import { isSame } from "./values/values.ts";

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

/** An access with what must be true for it not to fail. */
interface Access extends UnguardedAccess {
  readonly isThere: Formula;
  readonly subjects: ReadonlySet<string>;
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
  const accesses = new Collector(condition).accesses;
  if (accesses.size === 0) return [];
  const goals = [
    ...given.map(({ formula }) => ({ formula, outcomes: isTrue })),
    ...later.map(({ formula }) => ({ formula, outcomes: notFalse })),
  ];
  const parents = parentsIn(condition.tree);
  const about = new Map<Expression, ReadonlySet<string>>();
  const canFail = (access: Access, guarded: ReadonlySet<string>): boolean => {
    if (access.isThere === always) return false;
    const formula = new Blame(condition, access, { parents, about, guarded }).formula;
    return formula !== never && isPossible([{ formula, outcomes: isTrue }, ...goals]);
  };
  const found = new Set<Access>();
  const facts = [...given, condition].flatMap(conjunctsOf);
  for (const access of accesses.values()) {
    // Most guards are written beside what they guard.
    const isGuarded = facts.some((fact) => isSameNeed(fact, access.isThere));
    if (!isGuarded && canFail(access, new Set())) found.add(access);
  }
  addInCircles(accesses, found, canFail);
  return [...accesses.values()]
    .filter((access) => found.has(access))
    .map(({ isThere: _isThere, subjects: _subjects, ...access }) => access);
}

/** What has to be true together for a condition to be. */
function conjunctsOf(condition: Condition): readonly Formula[] {
  return operandsOf(condition.tree, "&&").map((operand) => condition.formulaOf(operand));
}

/** Whether two formulas ask the same of the same subjects: `false` is not certain. */
function isSameNeed(one: Formula, other: Formula): boolean {
  if (one.kind === "atom" && other.kind === "atom") {
    return one.subject.key === other.subject.key && isSame(one.test, other.test);
  }
  if (one.kind !== "any" || other.kind !== "any" || one.parts.length !== other.parts.length) {
    return false;
  }
  return one.parts.every((part, index) => isSameNeed(part, other.parts[index] ?? never));
}

/**
 * Adds accesses that are guarded only as long as other guarded ones are there, and those only as long as
 * they are: with neither, the expression fails.
 */
function addInCircles(
  accesses: ReadonlyMap<Expression, Access>,
  found: Set<Access>,
  canFail: (access: Access, guarded: ReadonlySet<string>) => boolean,
): void {
  const reported = new Set([...found].map(({ isThere }) => keyOfNeed(isThere)));
  const others = [...accesses.values()].filter(
    ({ isThere }) => isThere !== always && !reported.has(keyOfNeed(isThere)),
  );
  if (new Set(others.map(({ isThere }) => keyOfNeed(isThere))).size < 2) return;
  const guarded = new Set<string>();
  for (const access of others.toReversed()) {
    if (guarded.size > 0 && canFail(access, guarded)) found.add(access);
    else guarded.add(keyOfNeed(access.isThere));
  }
}

/** Finds the accesses of an expression, in the order in which they are evaluated. */
class Collector {
  readonly accesses = new Map<Expression, Access>();
  readonly #condition: Condition;

  constructor(condition: Condition) {
    this.#condition = condition;
    this.#visit(condition.tree, condition.reader(noNames));
  }

  #visit(node: Expression, reader: Reader): void {
    if (isLogical(node)) {
      for (const operand of operandsOf(node, node.operator)) this.#visit(operand, reader);
      return;
    }
    const variable = this.#condition.variableAt(node, reader.bound);
    if (variable !== undefined) {
      const { setBy } = variable;
      const isThere = reader.variableIsThere(variable);
      if (isThere === always) return;
      const missing = setBy === undefined ? reader.absenceOf(variable) : undefined;
      const guard = `has(${printExpression(node)})`;
      this.#add(node, {
        kind: "value",
        guard,
        isThere,
        ...(missing && { missing }),
        ...(setBy && { setBy }),
      });
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
        const guard = `${printExpression(key)} in ${printExpression(operand)}`;
        this.#add(node, { kind: "entry", guard, isThere: reader.entry(operand, key) });
        break;
      }
      case "list": {
        if (node.kind !== "index") break;
        const guard = `size(${printExpression(operand)}) > ${printExpression(node.index)}`;
        const place = fold(node.index);
        const isBelow = place?.kind === "number" && place.value < 0;
        this.#add(node, { kind: "item", isThere: reader.item(node), ...(!isBelow && { guard }) });
        break;
      }
      case "record": {
        const missing = node.kind === "select" ? reader.absenceOfField(node) : undefined;
        if (missing === undefined) break;
        const guard = `has(${printExpression(node)})`;
        this.#add(node, { kind: "value", missing, guard, isThere: reader.valueIsThere(node) });
      }
    }
  }

  #visitCall(node: Call, reader: Reader): void {
    const { name, target, arguments: given } = node;
    const inner = innerReader(node, reader);
    for (const part of evaluatedIn(node, this.#condition, reader)) {
      this.#visit(part, given.includes(part) ? inner : reader);
    }
    const missing = target === undefined ? this.#condition.functionOf(node)?.missing : undefined;
    if (missing === undefined) return;
    // The call that says whether this one has a result: `hasReqCookie('a')` for `getReqCookie('a')`.
    const guard = printExpression({ ...node, name: name.replace(/^get/, "has") });
    this.#add(node, { kind: "value", missing, guard, isThere: reader.valueIsThere(node) });
  }

  #add(node: Expression, access: Omit<Access, "node" | "span" | "subjects">): void {
    const { span } = node;
    const subjects = subjectsOf(access.isThere);
    this.accesses.set(node, { ...access, node, ...(span && { span }), subjects });
  }
}

/** The parts of a call that are evaluated: `has(a.b)` asks for `b` and never fails because of it. */
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

/** What a part comes to: true, false, or a failure of the access in question. */
interface Outcome {
  readonly true: Formula;
  readonly false: Formula;
  readonly fails: Formula;
}

/** Of a chain of more operands only those are looked at that are about the same as the access. */
const longChain = 50;

interface Surroundings {
  readonly parents: ReadonlyMap<Expression, Expression>;
  /** The subjects of operands, as far as they have been looked at. */
  readonly about: Map<Expression, ReadonlySet<string>>;
  /** The needs of accesses that are guarded as long as other ones are there. */
  readonly guarded: ReadonlySet<string>;
}

/** Says when an expression fails because of one access, where nothing else fails but what is guarded. */
class Blame {
  readonly #condition: Condition;
  readonly #access: Access;
  readonly #about: Surroundings["about"];
  readonly #guarded: ReadonlySet<string>;
  /** The nodes that the access stands in. */
  readonly #around = new Set<Expression>();

  constructor(condition: Condition, access: Access, { parents, about, guarded }: Surroundings) {
    this.#condition = condition;
    this.#access = access;
    this.#about = about;
    this.#guarded = guarded;
    let at: Expression | undefined = access.node;
    for (; at !== undefined; at = parents.get(at)) this.#around.add(at);
  }

  get formula(): Formula {
    return this.#of(this.#condition.tree, this.#condition.reader(noNames)).fails;
  }

  #of(node: Expression, reader: Reader): Outcome {
    if (!this.#around.has(node)) {
      const formula = reader.formula(node);
      return { true: this.#is(true, formula), false: this.#is(false, formula), fails: never };
    }
    if (isLogical(node)) return this.#chain(node, node.operator, reader);
    if (node.kind === "unary" && node.operator === "!") {
      const { true: whenTrue, false: whenFalse, fails } = this.#of(node.operand, reader);
      return { true: whenFalse, false: whenTrue, fails };
    }
    if (node.kind === "conditional") return this.#choice(node, reader);
    return this.#strict(node, reader);
  }

  #chain(node: Expression, operator: "&&" | "||", reader: Reader): Outcome {
    const operands = operandsOf(node, operator);
    // Of `a && b`, `true` goes on and `false` decides.
    const isAnd = operator === "&&";
    const [goesOn, decides] = isAnd ? (["true", "false"] as const) : (["false", "true"] as const);
    const parts = operands
      .filter((operand) => operands.length <= longChain || this.#isAbout(operand, reader))
      .map((operand) => this.#of(operand, reader));
    const failing = parts.map((part, index) => {
      const others = parts.filter((_other, at) => at !== index);
      return all([part.fails, ...others.map((other) => not(other[decides]))]);
    });
    return {
      ...nothing,
      [goesOn]: all(parts.map((part) => part[goesOn])),
      [decides]: any(parts.map((part) => part[decides])),
      fails: any(failing),
    };
  }

  #isAbout(operand: Expression, reader: Reader): boolean {
    if (this.#around.has(operand)) return true;
    let subjects = this.#about.get(operand);
    if (subjects === undefined) {
      subjects = subjectsOf(reader.formula(operand));
      this.#about.set(operand, subjects);
    }
    return overlap(subjects, this.#access.subjects);
  }

  #choice(
    { condition, whenTrue, whenFalse }: Expression & { kind: "conditional" },
    reader: Reader,
  ): Outcome {
    // A branch is chosen only where the condition has not failed, whatever is asked for in it.
    const real = reader.formula(condition);
    const choosing = this.#around.has(condition)
      ? this.#of(condition, reader)
      : { true: real, false: not(real), fails: never };
    const [one, other] = [this.#of(whenTrue, reader), this.#of(whenFalse, reader)];
    const either = (outcome: keyof Outcome): Formula =>
      any([all([choosing.true, one[outcome]]), all([choosing.false, other[outcome]])]);
    return {
      true: either("true"),
      false: either("false"),
      fails: any([choosing.fails, either("fails")]),
    };
  }

  /** A part that fails whenever one of its own parts does. */
  #strict(node: Expression, reader: Reader): Outcome {
    const isCall = node.kind === "call";
    const parts = isCall ? evaluatedIn(node, this.#condition, reader) : childrenOf(node);
    const inner = isCall ? innerReader(node, reader) : reader;
    const failures = parts.flatMap((part) => {
      if (!this.#around.has(part)) return [];
      const isInside = isCall && inner !== reader && part !== node.target;
      if (!isInside) return [this.#of(part, reader).fails];
      return [all([itemOf(node, inner, this.#condition), this.#of(part, inner).fails])];
    });
    const own = node === this.#access.node ? [not(this.#access.isThere)] : [];
    const fails = any([...failures, ...own]);
    const kind = this.#condition.types.get(node)?.kind ?? "dyn";
    const decides = kind === "bool" || kind === "dyn";
    const value = decides ? reader.formula(node) : always;
    const succeeds = not(fails);
    return {
      true: all([succeeds, this.#is(true, value)]),
      false: all([succeeds, this.#is(false, value)]),
      fails,
    };
  }

  /** That a formula has an outcome, as a formula that never fails; of its needs only the guarded ones count. */
  #is(outcome: boolean, formula: Formula): Formula {
    switch (formula.kind) {
      case "atom":
      case "constant":
        return outcome ? formula : not(formula);
      case "not":
        return this.#is(!outcome, formula.of);
      case "requires": {
        const needs = formula.needs.filter((need) => this.#guarded.has(keyOfNeed(need)));
        return all([...needs.map((need) => this.#is(true, need)), this.#is(outcome, formula.of)]);
      }
      case "all":
      case "any": {
        const parts = formula.parts.map((part) => this.#is(outcome, part));
        return (formula.kind === "all") === outcome ? all(parts) : any(parts);
      }
      case "choice": {
        const { condition, whenTrue, whenFalse } = formula;
        return any([
          all([this.#is(true, condition), this.#is(outcome, whenTrue)]),
          all([this.#is(false, condition), this.#is(outcome, whenFalse)]),
        ]);
      }
    }
  }
}

const nothing: Outcome = { true: never, false: never, fails: never };

/** Inside of `map.exists(key, …)`, the key is one of the map's. */
function itemOf(
  { target, arguments: [variable] }: Call,
  inner: Reader,
  { types }: Condition,
): Formula {
  if (target === undefined || variable?.kind !== "identifier") return always;
  const isKey = types.get(target)?.kind === "map" && !mentions(target, variable.name);
  return isKey ? inner.entry(target, variable) : always;
}

function mentions(node: Expression, name: string): boolean {
  if (node.kind === "identifier") return node.name === name;
  return childrenOf(node).some((child) => mentions(child, name));
}

/** A text that two needs share when they ask for the same. */
function keyOfNeed(need: Formula): string {
  if (need.kind === "any") return need.parts.map(keyOfNeed).join(" or ");
  if (need.kind !== "atom") return need.kind;
  const { subject, test } = need;
  return `${subject.key} ${test.kind === "points" ? test.points : test.kind}`;
}

function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  for (const key of one) if (other.has(key)) return true;
  return false;
}
