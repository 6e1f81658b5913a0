import { childrenOf } from "../children-of.ts";
import { printExpression } from "../print.ts";
import type { Expression } from "../tree.ts";

/** A list, and how many items it has at least. */
interface Size {
  readonly list: Expression;
  readonly least: bigint;
}

/**
 * What is known to be there: entries of maps, values of variables and results of functions, and
 * numbers of items of lists. Expressions are told apart by their printed text.
 */
export class Facts {
  /** What has a value, by its text. */
  readonly #present: ReadonlyMap<string, Expression>;
  readonly #sizes: ReadonlyMap<string, Size>;

  constructor(
    present: ReadonlyMap<string, Expression> = new Map(),
    sizes: ReadonlyMap<string, Size> = new Map(),
  ) {
    this.#present = present;
    this.#sizes = sizes;
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
    return this.#present.size > 0 && this.#present.has(printExpression(normal(node)));
  }

  /** Whether a list is known to have an item at an index. */
  hasItem(list: Expression, index: bigint): boolean {
    const least = this.#sizes.get(printExpression(normal(list)))?.least ?? 0n;
    return index >= 0n && index < least;
  }

  /** What is known when both are true. */
  and(other: Facts): Facts {
    if (other.#isEmpty) return this;
    if (this.#isEmpty) return other;
    const sizes = new Map(this.#sizes);
    for (const [written, size] of other.#sizes) {
      if (size.least > (sizes.get(written)?.least ?? 0n)) sizes.set(written, size);
    }
    return new Facts(new Map([...this.#present, ...other.#present]), sizes);
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
    return new Facts(new Map(present), new Map(sizes));
  }

  get #isEmpty(): boolean {
    return this.#present.size === 0 && this.#sizes.size === 0;
  }
}

/** Nothing is known. */
export const noFacts = new Facts();

/** A text as an expression. */
export function text(value: string): Expression {
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
    return { kind: "index", operand: normal(node.operand), index: text(node.field) };
  }
  if (node.kind === "index") return { ...node, operand: normal(node.operand) };
  return node;
}
