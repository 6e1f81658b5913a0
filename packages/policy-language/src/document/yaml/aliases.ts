import type { Span } from "../../span.ts";
import { maxNesting } from "../nesting.ts";
import type { PlacedValue } from "../placed-value.ts";
import { StopReading, tooDeep } from "../tree-builder.ts";

/** A value with an anchor; `value` is there once it has been read to its end. */
export interface Anchored {
  value?: PlacedValue;
}

// Enough for any real policy, and little enough for all that is done with a document afterwards.
const maxExpansion = 1_000_000;

/** The anchors of a document, and how much their aliases stand for. */
export class Aliases {
  readonly #anchored = new Map<string, Anchored>();
  readonly #extents = new WeakMap<PlacedValue, Extent>();
  #expanded = 0;

  /** Begins a value with an anchor; a later one of the same name takes its place. */
  begin(name: string): Anchored {
    const anchored: Anchored = {};
    this.#anchored.set(name, anchored);
    return anchored;
  }

  find(name: string): Anchored | undefined {
    return this.#anchored.get(name);
  }

  /**
   * The value that an alias stands for, in the place of the alias.
   *
   * @param depth - how many lists and objects the alias stands in
   * @throws StopReading when that makes the document too deep, or too large
   */
  expand(target: PlacedValue, alias: Span, depth: number): PlacedValue {
    const extent = this.#extentOf(target);
    if (depth + extent.levels > maxNesting) throw tooDeep(alias);
    this.#expanded += extent.size;
    if (this.#expanded > maxExpansion) {
      const detail = maxExpansion.toLocaleString("en");
      throw new StopReading({ code: "aliases-too-large", span: alias, detail, pointer: "" });
    }
    const expanded = { ...target, ...alias };
    this.#extents.set(expanded, extent);
    return expanded;
  }

  #extentOf(node: PlacedValue): Extent {
    const known = this.#extents.get(node);
    if (known !== undefined) return known;
    let size = typeof node.value === "string" ? 1 + node.value.length : 1;
    let levels = 0;
    const add = (child: PlacedValue): void => {
      const extent = this.#extentOf(child);
      size += extent.size;
      levels = Math.max(levels, extent.levels);
    };
    for (const item of node.items ?? []) add(item);
    for (const [key, member] of node.members ?? []) {
      size += key.length;
      add(member.node);
    }
    const isContainer = node.items !== undefined || node.members !== undefined;
    const extent = { size, levels: isContainer ? levels + 1 : 0 };
    this.#extents.set(node, extent);
    return extent;
  }
}

interface Extent {
  /** Values and characters. */
  readonly size: number;
  /** Levels of lists and objects. */
  readonly levels: number;
}
