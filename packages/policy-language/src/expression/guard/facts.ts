import { childrenOf, type Expression } from "../tree.ts";
import { printExpression } from "../print.ts";

/** A list, and how many items it has at least. */
interface Size {
  readonly list: Expression;
  readonly least: bigint;
}

/** What else is known, by the text of an expression. */
interface Known {
  knows(text: string, node: Expression): boolean;
  /** How many items a list has at least. */
  leastOf(text: string, list: Expression): bigint;
}

/**
 * What is known to be there: entries of maps, values of variables and results of functions, and
 * numbers of items of lists. Expressions are told apart by their printed text.
 */
export class Facts {
  /** What has a value, by its text. */
  readonly #present: ReadonlyMap<string, Expression>;
  readonly #sizes: ReadonlyMap<string, Size>;
  readonly #beyond: Known | undefined;

  constructor(
    present: ReadonlyMap<string, Expression> = new Map(),
    sizes: ReadonlyMap<string, Size> = new Map(),
    beyond?: Known,
  ) {
    this.#present = present;
    this.#sizes = sizes;
    this.#beyond = beyond;
  }

  /** What is known when all are true. */
  static all(facts: readonly Facts[]): Facts {
    const [first = noFacts, ...others] = facts.filter((one) => !one.#isEmpty);
    if (others.length === 0) return first;
    const present = new Map(first.#present);
    const sizes = new Map(first.#sizes);
    for (const other of others) {
      for (const [text, node] of other.#present) present.set(text, node);
      for (const [text, size] of other.#sizes) {
        if (size.least > (sizes.get(text)?.least ?? 0n)) sizes.set(text, size);
      }
    }
    return new Facts(present, sizes, first.#beyond);
  }

  /**
   * What is known at each operand of a chain: what is known around it, what the operands after it tell, and
   * what those before it tell. A chain may be long, so all of them share one index.
   */
  static ofChain(
    around: Facts,
    operands: readonly { readonly toLater: Facts; readonly toAll: Facts }[],
  ): Facts[] {
    const first = new Map<string, number>();
    const last = new Map<string, number>();
    const lists = new Map<string, { at: number; least: bigint; isToLater: boolean }[]>();
    for (const [at, { toLater, toAll }] of operands.entries()) {
      for (const text of toLater.#present.keys()) if (!first.has(text)) first.set(text, at);
      for (const text of toAll.#present.keys()) last.set(text, at);
      for (const facts of [toLater, toAll]) {
        for (const [text, { least }] of facts.#sizes) {
          const told = lists.get(text) ?? [];
          told.push({ at, least, isToLater: facts === toLater });
          lists.set(text, told);
        }
      }
    }
    return operands.map((_operand, index) => {
      const beyond: Known = {
        knows: (text, node) =>
          (first.get(text) ?? index) < index ||
          (last.get(text) ?? index) > index ||
          around.knows(text, node),
        leastOf(text, list) {
          const told = (lists.get(text) ?? [])
            .filter(({ at, isToLater }) => (isToLater ? at < index : at > index))
            .map(({ least }) => least);
          return [around.leastOf(text, list), ...told].reduce((a, b) => (a > b ? a : b));
        },
      };
      return new Facts(undefined, undefined, beyond);
    });
  }

  /** Something has a value. */
  static present(node: Expression): Facts {
    const known = normal(node);
    return new Facts(new Map([[printExpression(known), known]]));
  }

  /** A list has so many items. */
  static items(list: Expression, least: bigint): Facts {
    const known = normal(list);
    return new Facts(undefined, new Map([[printExpression(known), { list: known, least }]]));
  }

  /** Whether an entry of a map, a variable or the result of a function is known to be there. */
  has(node: Expression): boolean {
    if (this.#isEmpty) return false;
    const known = normal(node);
    return this.knows(printExpression(known), known);
  }

  /** Whether a list is known to have an item at an index. */
  hasItem(list: Expression, index: bigint): boolean {
    const known = normal(list);
    return index >= 0n && index < this.leastOf(printExpression(known), known);
  }

  knows(text: string, node: Expression): boolean {
    return this.#present.has(text) || this.#beyond?.knows(text, node) === true;
  }

  leastOf(text: string, list: Expression): bigint {
    const least = this.#sizes.get(text)?.least ?? 0n;
    const other = this.#beyond?.leastOf(text, list) ?? 0n;
    return other > least ? other : least;
  }

  /** What is known when both are true. */
  and(other: Facts): Facts {
    return Facts.all([this, other]);
  }

  /** What is known when one of them is true, whichever it is. */
  or(other: Facts): Facts {
    const sizes = [...this.#sizes].flatMap(([written, { list, least }]): [string, Size][] => {
      const others = other.#sizes.get(written)?.least ?? 0n;
      return others > 0n ? [[written, { list, least: others < least ? others : least }]] : [];
    });
    const present = [...this.#present].filter(([written]) => other.#present.has(written));
    return new Facts(new Map(present), new Map(sizes));
  }

  /** What is left where a name stands for something else: all that does not mention it. */
  without(name: string): Facts {
    if (this.#isEmpty) return this;
    const present = [...this.#present].filter(([, node]) => !mentions(node, name));
    const sizes = [...this.#sizes].filter(([, { list }]) => !mentions(list, name));
    const beyond = this.#beyond;
    const others: Known | undefined = beyond && {
      knows: (text, node) => !mentions(node, name) && beyond.knows(text, node),
      leastOf: (text, list) => (mentions(list, name) ? 0n : beyond.leastOf(text, list)),
    };
    return new Facts(new Map(present), new Map(sizes), others);
  }

  get #isEmpty(): boolean {
    return this.#present.size === 0 && this.#sizes.size === 0 && this.#beyond === undefined;
  }
}

/** Nothing is known. */
export const noFacts = new Facts();

/** A text as an expression. */
export function textLiteral(value: string): Expression {
  return { kind: "literal", type: "string", value };
}

/** Whether a name is, or may be, a free one of an expression. */
export function mentions(node: Expression, name: string): boolean {
  if (node.kind === "identifier") return node.name === name;
  return childrenOf(node).some((child) => mentions(child, name));
}

/** Writes `map.key` as `map['key']`, so that both are the same access. */
function normal(node: Expression): Expression {
  if (node.kind === "select") {
    return { kind: "index", operand: normal(node.operand), index: textLiteral(node.field) };
  }
  if (node.kind === "index") return { ...node, operand: normal(node.operand) };
  return node;
}
