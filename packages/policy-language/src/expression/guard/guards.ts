import type { Dialect } from "../../catalogue/dialect.ts";
import { isMacro } from "../check/macro.ts";
import { childrenOf } from "../children-of.ts";
import { operandsOf } from "../operands-of.ts";
import type { Binary, Call, Expression } from "../tree.ts";
import { Facts, noFacts, text } from "./facts.ts";
import { Lookups } from "./lookups.ts";
import { variableNamed } from "./variable-named.ts";

/** Finds out what conditions tell about what is there. */
export class Guards {
  readonly #dialect: Dialect;
  readonly #lookups: Lookups;

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
   */
  factsOf(condition: Expression, outcome: boolean): Facts {
    if (condition.kind === "unary" && condition.operator === "!") {
      return this.factsOf(condition.operand, !outcome);
    }
    if (condition.kind === "conditional") {
      return oneOf(
        branchesOf(condition, outcome).map(([choice, branch]) =>
          this.factsOf(condition.condition, choice).and(this.factsOf(branch, outcome)),
        ),
      );
    }
    if (condition.kind === "call") return outcome ? this.#ofCall(condition) : noFacts;
    if (condition.kind !== "binary") return noFacts;
    const { operator, left, right } = condition;
    if (operator === "&&" || operator === "||") {
      const facts = operandsOf(condition, operator).map((one) => this.factsOf(one, outcome));
      return (operator === "&&") === outcome ? allOf(facts) : oneOf(facts);
    }
    const compared = boolOf(left) === undefined ? left : right;
    const value = boolOf(compared === left ? right : left);
    if (value !== undefined && (operator === "==" || operator === "!=")) {
      return this.factsOf(compared, ((operator === "==") === outcome) === value);
    }
    if (operator === "in") return outcome ? this.#ofMembership(condition) : noFacts;
    return this.#ofSize(condition, outcome);
  }

  /**
   * What is known when a condition has turned out true, or false: what it tells, and that all is there that
   * had to be evaluated for it.
   */
  afterwards(condition: Expression, outcome: boolean): Facts {
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
    if (
      condition.kind === "binary" &&
      (condition.operator === "&&" || condition.operator === "||")
    ) {
      const { operator } = condition;
      const facts = operandsOf(condition, operator).map((one) => this.afterwards(one, outcome));
      return (operator === "&&") === outcome ? allOf(facts) : oneOf(facts);
    }
    return this.factsOf(condition, outcome).and(this.#evaluated(condition));
  }

  /** All that had a value when an expression was evaluated. */
  #evaluated(node: Expression): Facts {
    switch (node.kind) {
      case "conditional":
        return this.#evaluated(node.condition);
      case "binary":
        if (node.operator === "&&" || node.operator === "||") return noFacts;
        break;
      case "call":
        if (!isMacro(node)) break;
        return node.target === undefined ? noFacts : this.#evaluated(node.target);
    }
    const parts = allOf(childrenOf(node).map((child) => this.#evaluated(child)));
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

  #ofCall({ name, target, arguments: given }: Call): Facts {
    const [argument] = given;
    if (name === "has" && target === undefined && argument?.kind === "select") {
      const isVariable = variableNamed(this.#dialect, argument) !== undefined;
      return isVariable
        ? Facts.present(argument)
        : entry(this.written(argument.operand), text(argument.field));
    }
    if (target !== undefined && (name === "exists" || name === "exists_one")) {
      return this.#items(target, 1n);
    }
    const written = this.written({ kind: "call", name, arguments: given });
    if (written.kind === "binary" && target === undefined) return this.#ofMembership(written);
    if (!name.startsWith("has") || name.length === 3 || target !== undefined) return noFacts;
    // A function of a dialect that asks for no map: `hasThing(…)` answers for `getThing(…)`.
    return Facts.items({ kind: "call", name: `get${name.slice(3)}`, arguments: given }, 1n);
  }

  #ofMembership({ left, right }: Binary): Facts {
    return entry(this.written(right), this.written(left)).and(this.#items(right, 1n));
  }

  /** `size(list) > 0`, `list != []`, and everything that says as much. */
  #ofSize({ operator, left, right }: Binary, outcome: boolean): Facts {
    const seen = outcome ? operator : (opposite[operator] ?? operator);
    if (seen === "!=" && (isEmptyList(left) || isEmptyList(right))) {
      return this.#items(isEmptyList(left) ? right : left, 1n);
    }
    const list = sizeOf(left) ?? sizeOf(right);
    const bound = wholeNumber(left) ?? wholeNumber(right);
    if (list === undefined || bound === undefined) return noFacts;
    const least = leastSize(sizeOf(left) === undefined ? mirrored[seen] : seen, bound);
    return least === undefined ? noFacts : this.#items(list, least);
  }

  #items(list: Expression, least: bigint): Facts {
    const written = this.written(list);
    const facts = Facts.items(written, least);
    // A function gives an empty list where the map has no such entry; anything else fails there.
    return list.kind === "call" && least > 0n ? facts.and(Facts.present(written)) : facts;
  }
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
  return branches.filter(([, branch]) => boolOf(branch) !== !outcome);
}

function boolOf(node: Expression): boolean | undefined {
  return node.kind === "literal" && node.type === "bool" ? node.value : undefined;
}

function allOf(facts: readonly Facts[]): Facts {
  return facts.reduce((all, one) => all.and(one), noFacts);
}

function oneOf([first = noFacts, ...others]: readonly Facts[]): Facts {
  return others.reduce((common, one) => common.or(one), first);
}

function isEmptyList(node: Expression): boolean {
  return node.kind === "list" && node.elements.length === 0;
}

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
