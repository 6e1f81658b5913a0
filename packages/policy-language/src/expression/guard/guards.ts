import type { Dialect } from "../../catalogue/dialect.ts";
import {
  boolLiteral,
  comparedWithBool,
  childrenOf,
  isLogical,
  operandsOf,
  type Binary,
  type Call,
  type Expression,
} from "../tree.ts";
import { isMacro } from "../check/checker.ts";
import { Facts, noFacts, textLiteral } from "./facts.ts";
import { Lookups } from "./lookups.ts";
import { variableNamed } from "../check/variable-named.ts";

/** Finds out what conditions tell about what is there. */
class Guards {
  readonly #dialect: Dialect;
  readonly #lookups: Lookups;
  readonly #afterwards = new WeakMap<Expression, [Facts | undefined, Facts | undefined]>();

  /** @param dialect - tells which functions ask for the entries of which maps */
  constructor(dialect: Dialect) {
    this.#dialect = dialect;
    this.#lookups = new Lookups(dialect);
  }

  /** The expression with calls such as `getReqHeader('X-Id')` written as the entry that they ask for. */
  written(node: Expression): Expression {
    return this.#lookups.written(node);
  }

  /**
   * What is known when a condition is true, or false. What it tells it finds out without failing, so that it
   * guards what stands beside it in a chain.
   *
   * @param isBefore - whether it guards only what stands after it: what makes it fail itself is told there
   */
  factsOf(condition: Expression, outcome: boolean, isBefore = false): Facts {
    if (condition.kind === "unary" && condition.operator === "!") {
      return this.factsOf(condition.operand, !outcome, isBefore);
    }
    if (condition.kind === "conditional") {
      // Where choosing fails, what the branches tell is not found out.
      const isChosen = isBefore || this.#neverFails(condition.condition);
      return oneOf(
        branchesOf(condition, outcome).map(([choice, branch]) => {
          const facts = this.factsOf(condition.condition, choice, isBefore);
          return isChosen ? facts.and(this.factsOf(branch, outcome, isBefore)) : facts;
        }),
      );
    }
    if (condition.kind === "call") return this.#ofCall(condition, outcome);
    if (condition.kind !== "binary") return noFacts;
    if (isLogical(condition)) {
      const facts = (one: Expression) => this.factsOf(one, outcome, isBefore);
      return ofOperands(condition, condition.operator, outcome, facts);
    }
    const same = comparedWithBool(condition);
    if (same !== undefined) return this.factsOf(same.operand, same.value === outcome, isBefore);
    if (condition.operator === "in") return outcome ? this.#ofMembership(condition) : noFacts;
    return this.#ofSize(condition, outcome);
  }

  /**
   * What is known when a condition has turned out true, or false: what it tells, and that all is there that
   * had to be evaluated for it.
   */
  afterwards(condition: Expression, outcome: boolean): Facts {
    const cached = this.#afterwards.get(condition)?.[Number(outcome)];
    if (cached !== undefined) return cached;
    const facts = this.#findAfterwards(condition, outcome);
    const known = this.#afterwards.get(condition) ?? [undefined, undefined];
    known[Number(outcome)] = facts;
    this.#afterwards.set(condition, known);
    return facts;
  }

  #findAfterwards(condition: Expression, outcome: boolean): Facts {
    if (condition.kind === "unary" && condition.operator === "!") {
      return this.afterwards(condition.operand, !outcome);
    }
    if (condition.kind === "conditional") {
      return oneOf(
        branchesOf(condition, outcome).map(([choice, branch]) =>
          this.afterwards(condition.condition, choice).and(this.afterwards(branch, outcome)),
        ),
      );
    }
    if (isLogical(condition)) {
      const facts = (one: Expression) => this.afterwards(one, outcome);
      return ofOperands(condition, condition.operator, outcome, facts);
    }
    const same = comparedWithBool(condition);
    if (same !== undefined) return this.afterwards(same.operand, same.value === outcome);
    return this.factsOf(condition, outcome, true).and(this.#evaluated(condition));
  }

  /** All that had a value when an expression was evaluated. */
  #evaluated(node: Expression): Facts {
    switch (node.kind) {
      case "conditional":
        return this.#evaluated(node.condition);
      case "binary":
        if (isLogical(node)) return noFacts;
        break;
      case "call":
        if (!isMacro(node)) break;
        return node.target === undefined ? noFacts : this.#evaluated(node.target);
    }
    const parts = Facts.all(childrenOf(node).map((child) => this.#evaluated(child)));
    if (node.kind === "index" || node.kind === "select") {
      const index = node.kind === "index" ? wholeNumber(node.index) : undefined;
      const item =
        index === undefined || index < 0n ? noFacts : this.#items(node.operand, index + 1n);
      return parts.and(Facts.present(this.written(node))).and(item);
    }
    const isCallWithValue =
      node.kind === "call" && this.#dialect.functions.get(node.name)?.missing !== undefined;
    return isCallWithValue ? parts.and(Facts.present(this.written(node))) : parts;
  }

  /** Whether a condition finds out without failing which way to go; asked of the usual ones only. */
  #neverFails(node: Expression): boolean {
    const variable = variableNamed(this.#dialect, node);
    if (variable !== undefined) {
      return variable.missing === undefined && variable.setBy === undefined;
    }
    switch (node.kind) {
      case "literal":
        return true;
      case "call":
        return (
          this.#asksForVariable(node) ||
          (this.written(node).kind === "binary" &&
            node.arguments.every((part) => this.#neverFails(part)))
        );
      case "list":
        return node.elements.every((part) => this.#neverFails(part));
      case "unary":
        return node.operator === "!" && this.#neverFails(node.operand);
      case "binary":
        return (
          sureOperators.has(node.operator) &&
          [node.left, node.right].every((part) => this.#neverFails(part))
        );
      default:
        return false;
    }
  }

  #asksForVariable({ name, target, arguments: [argument] }: Call): boolean {
    if (name !== "has" || target !== undefined || argument === undefined) return false;
    return variableNamed(this.#dialect, argument) !== undefined;
  }

  #ofCall({ name, target, arguments: given }: Call, outcome: boolean): Facts {
    const [argument] = given;
    // All items of an empty list are as the condition says.
    if (!outcome) return target !== undefined && name === "all" ? this.#items(target, 1n) : noFacts;
    if (name === "has" && target === undefined && argument?.kind === "select") {
      return variableNamed(this.#dialect, argument) !== undefined
        ? Facts.present(argument)
        : entry(this.written(argument.operand), textLiteral(argument.field));
    }
    if (target !== undefined && (name === "exists" || name === "exists_one")) {
      return this.#ofExistence(target, given);
    }
    const written = this.written({ kind: "call", name, arguments: given });
    if (written.kind === "binary" && target === undefined) return this.#ofMembership(written);
    if (!name.startsWith("has") || name.length === 3 || target !== undefined) return noFacts;
    // A function of a dialect that asks for no map: `hasThing(…)` answers for `getThing(…)`.
    return Facts.items({ kind: "call", name: `get${name.slice(3)}`, arguments: given }, 1n);
  }

  /** `list.exists(item, …)`, and `map.exists(key, key == 'x' && …)`, which is as good as `'x' in map`. */
  #ofExistence(target: Expression, [variable, condition]: readonly Expression[]): Facts {
    const facts = this.#items(target, 1n);
    if (variable?.kind !== "identifier" || condition === undefined) return facts;
    const keys = operandsOf(condition, "&&").flatMap((one) => {
      if (one.kind !== "binary" || one.operator !== "==") return [];
      const { left, right } = one;
      const key = isNamed(left, variable.name) ? right : left;
      return key !== left || isNamed(right, variable.name) ? [key] : [];
    });
    const literals = keys.filter(({ kind }) => kind === "literal");
    return Facts.all([facts, ...literals.map((key) => entry(this.written(target), key))]);
  }

  #ofMembership({ left, right }: Binary): Facts {
    return entry(this.written(right), this.written(left)).and(this.#items(right, 1n));
  }

  /** `size(list) > 0`, `list != []`, and everything that says as much. */
  #ofSize({ operator, left, right }: Binary, outcome: boolean): Facts {
    const seen = outcome ? operator : (opposite[operator] ?? operator);
    const written = left.kind === "list" ? left : right;
    if (written.kind === "list" && (seen === "==" || seen === "!=")) {
      const length = BigInt(written.elements.length);
      const least = seen === "==" ? length : length === 0n ? 1n : 0n;
      return this.#items(written === left ? right : left, least);
    }
    const list = sizeOf(left) ?? sizeOf(right);
    const bound = wholeNumber(left) ?? wholeNumber(right);
    if (list === undefined || bound === undefined) return noFacts;
    const least = leastSize(sizeOf(left) === undefined ? mirrored[seen] : seen, bound);
    return least === undefined ? noFacts : this.#items(list, least);
  }

  #items(list: Expression, least: bigint): Facts {
    const written = this.written(list);
    if (least === 0n) return noFacts;
    let facts = Facts.items(written, least);
    // Where there is nothing, nothing is left and nothing is made.
    const isMade = list.kind === "call" && (list.name === "filter" || list.name === "map");
    if (isMade && list.target !== undefined) facts = facts.and(this.#items(list.target, 1n));
    // A function gives an empty list where the map has no such entry; anything else fails there.
    return list.kind === "call" ? facts.and(Facts.present(written)) : facts;
  }
}

const known = new WeakMap<Dialect, Guards>();

/** The guards of a dialect; what has been found out stays known. */
export function guardsOf(dialect: Dialect): Guards {
  const guards = known.get(dialect) ?? new Guards(dialect);
  known.set(dialect, guards);
  return guards;
}

/** A map has a key; the value there, if it is a list, is taken to hold an item at least. */
export function entry(map: Expression, key: Expression): Facts {
  // A header, cookie or parameter that is there has a value.
  const value: Expression = { kind: "index", operand: map, index: key };
  return Facts.present(value).and(Facts.items(value, 1n));
}

/** The value of a literal whole number. */
export function wholeNumber(node: Expression): bigint | undefined {
  if (node.kind === "unary" && node.operator === "-") {
    const value = wholeNumber(node.operand);
    return value === undefined ? undefined : -value;
  }
  return node.kind === "literal" && node.type === "int" ? node.value : undefined;
}

/** The branches of `c ? a : b` with which it can have an outcome, each with that of the condition. */
function branchesOf(
  { whenTrue, whenFalse }: Expression & { kind: "conditional" },
  outcome: boolean,
): (readonly [choice: boolean, branch: Expression])[] {
  const branches = [[true, whenTrue] as const, [false, whenFalse] as const];
  return branches.filter(([, branch]) => boolLiteral(branch) !== !outcome);
}

function oneOf([first = noFacts, ...others]: readonly Facts[]): Facts {
  return others.reduce((common, one) => common.or(one), first);
}

/** What is known of `a && b && …` or `a || b || …`, from what is known of the operands. */
function ofOperands(
  chain: Expression,
  operator: "&&" | "||",
  outcome: boolean,
  factsOf: (operand: Expression) => Facts,
): Facts {
  const operands = operandsOf(chain, operator);
  if ((operator === "&&") === outcome) return Facts.all(operands.map(factsOf));
  return oneOf(operands.filter((one) => boolLiteral(one) !== !outcome).map(factsOf));
}

function isNamed(node: Expression, name: string): boolean {
  return node.kind === "identifier" && node.name === name;
}

const sureOperators: ReadonlySet<string> = new Set(["==", "!=", "&&", "||", "in"]);

const mirrored: Readonly<Record<string, string>> = {
  "<": ">",
  "<=": ">=",
  ">": "<",
  ">=": "<=",
  "==": "==",
  "!=": "!=",
};

const opposite: Readonly<Record<string, string>> = {
  "<": ">=",
  "<=": ">",
  ">": "<=",
  ">=": "<",
  "==": "!=",
  "!=": "==",
};

function leastSize(operator: string | undefined, bound: bigint): bigint | undefined {
  if (operator === ">") return bound + 1n;
  if (operator === ">=" || operator === "==") return bound;
  return operator === "!=" && bound === 0n ? 1n : undefined;
}

function sizeOf(node: Expression): Expression | undefined {
  if (node.kind !== "call" || node.name !== "size") return undefined;
  return node.target ?? node.arguments[0];
}
