import { childrenOf } from "../children-of.ts";
import { printExpression } from "../print.ts";
import type { Binary, Expression } from "../tree.ts";

/**
 * What is known to be there: keys of maps, and numbers of items of lists. Expressions are told
 * apart by their printed text.
 */
export class Facts {
  /** The accesses to the keys, by their text. */
  readonly #keys: ReadonlyMap<string, Expression>;
  readonly #sizes: ReadonlyMap<string, Size>;

  constructor(
    keys: Iterable<readonly [string, Expression]> = [],
    sizes: Iterable<readonly [string, Size]> = [],
  ) {
    this.#keys = new Map(keys);
    this.#sizes = new Map(sizes);
  }

  /** Whether a map is known to have a key. */
  hasKey(map: Expression, key: Expression): boolean {
    return this.#keys.has(printExpression(accessTo(map, key)));
  }

  /** Whether a list is known to have an item at an index. */
  hasItem(list: Expression, index: bigint): boolean {
    const known = this.#sizes.get(printExpression(normal(list)))?.least ?? 0n;
    return index >= 0n && index < known;
  }

  /** Both. */
  and(other: Facts): Facts {
    if (other.#keys.size === 0 && other.#sizes.size === 0) return this;
    const sizes = new Map(this.#sizes);
    for (const [list, size] of other.#sizes) {
      if (size.least > (sizes.get(list)?.least ?? 0n)) sizes.set(list, size);
    }
    return new Facts([...this.#keys, ...other.#keys], sizes);
  }

  /** What is left where a name stands for something else: all that does not mention it. */
  without(name: string): Facts {
    const keys = [...this.#keys].filter(([, access]) => !mentions(access, name));
    const sizes = [...this.#sizes].filter(([, { list }]) => !mentions(list, name));
    const isAll = keys.length === this.#keys.size && sizes.length === this.#sizes.size;
    return isAll ? this : new Facts(keys, sizes);
  }
}

/** A list, and how many items it has at least. */
interface Size {
  readonly list: Expression;
  readonly least: bigint;
}

/** Nothing is known. */
export const noFacts = new Facts();

/** A map has a key; the value there, if it is a list, is taken to hold an item at least. */
export function keyFact(map: Expression, key: Expression): Facts {
  // A header, cookie or parameter that is there has a value.
  const value = accessTo(map, key);
  const known = printExpression(value);
  return new Facts([[known, value]], [[known, { list: value, least: 1n }]]);
}

/** What is known when a condition turns out true, or false. */
export function factsOf(condition: Expression, outcome: boolean): Facts {
  if (condition.kind === "unary" && condition.operator === "!") {
    return factsOf(condition.operand, !outcome);
  }
  if (condition.kind === "call") {
    return outcome ? factsOfCall(condition) : noFacts;
  }
  if (condition.kind !== "binary") return noFacts;
  const { operator, left, right } = condition;
  if ((operator === "&&" && outcome) || (operator === "||" && !outcome)) {
    return factsOf(left, outcome).and(factsOf(right, outcome));
  }
  if (operator === "in") return outcome ? keyFact(right, left).and(itemFact(right)) : noFacts;
  const isFilled =
    operator === (outcome ? "!=" : "==") && (isEmptyList(left) || isEmptyList(right));
  return isFilled ? itemFact(isEmptyList(left) ? right : left) : sizeFact(condition, outcome);
}

function factsOfCall({ name, target, arguments: given }: Expression & { kind: "call" }): Facts {
  const [argument] = given;
  if (name === "has" && target === undefined && argument?.kind === "select") {
    return keyFact(argument.operand, text(argument.field));
  }
  // `hasReqHeader('X')` answers for `getReqHeader('X')`, and so do its kin.
  if (name.startsWith("has") && name.length > 3 && target === undefined) {
    const got: Expression = { kind: "call", name: `get${name.slice(3)}`, arguments: given };
    return itemFact(got);
  }
  return target !== undefined && (name === "exists" || name === "exists_one")
    ? itemFact(target)
    : noFacts;
}

/** A list has an item. */
function itemFact(list: Expression): Facts {
  return leastItems(list, 1n);
}

function leastItems(list: Expression, least: bigint): Facts {
  const known = normal(list);
  return new Facts([], [[printExpression(known), { list: known, least }]]);
}

function isEmptyList(node: Expression): boolean {
  return node.kind === "list" && node.elements.length === 0;
}

/** `size(list) > 0` and everything that says as much. */
function sizeFact({ operator, left, right }: Binary, outcome: boolean): Facts {
  const list = sizeOf(left) ?? sizeOf(right);
  const bound = wholeNumber(left) ?? wholeNumber(right);
  if (list === undefined || bound === undefined) return noFacts;
  const seen = sizeOf(left) === undefined ? mirrored[operator] : operator;
  const least = leastSize(outcome ? seen : opposite[seen ?? ""], bound);
  return least === undefined ? noFacts : leastItems(list, least);
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

/** The value of a literal whole number. */
export function wholeNumber(node: Expression): bigint | undefined {
  if (node.kind === "unary" && node.operator === "-") {
    const value = wholeNumber(node.operand);
    return value === undefined ? undefined : -value;
  }
  return node.kind === "literal" && node.type === "int" ? node.value : undefined;
}

/** A text as an expression. */
export function text(value: string): Expression {
  return { kind: "literal", type: "string", value };
}

/** Whether a name is, or may be, a free one of an expression. */
export function mentions(node: Expression, name: string): boolean {
  if (node.kind === "identifier") return node.name === name;
  return childrenOf(node).some((child) => mentions(child, name));
}

function accessTo(map: Expression, key: Expression): Expression {
  return normal({ kind: "index", operand: map, index: key });
}

/** Writes `map.key` as `map['key']`, so that both are the same access. */
function normal(node: Expression): Expression {
  if (node.kind === "select") {
    return { kind: "index", operand: normal(node.operand), index: text(node.field) };
  }
  if (node.kind === "index") return { ...node, operand: normal(node.operand) };
  return node;
}
