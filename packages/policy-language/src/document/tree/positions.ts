import { fromPointer } from "../../json-pointer.ts";
import type { Span } from "../../text/positions.ts";
import { itemsOf, nothing, type ObjectNode, type TreeMember, type TreeNode } from "./tree.ts";

/** The number of members from which a lookup table replaces a linear search. */
const fewest = 16;

/** Where the values of a document are in its text. */
export class DocumentPositions {
  readonly root: TreeNode | undefined;
  readonly #offset: number;
  readonly #tables = new WeakMap<ObjectNode, ReadonlyMap<string, TreeMember>>();

  /** @param offset - of the text of the root in the whole text */
  constructor(root: TreeNode | undefined, offset = 0) {
    this.root = root;
    this.#offset = offset;
  }

  /** The range of the value at a JSON Pointer; of its nearest parent when there is no such value. */
  value(pointer: string): Span | undefined {
    const found = this.#find(pointer);
    return found && this.#spanOf(found.node);
  }

  /** The range of the key of the member at a JSON Pointer, or of the value when it has no key. */
  key(pointer: string): Span | undefined {
    const found = this.#find(pointer);
    return found && this.#spanOf(found.key ?? found.node);
  }

  /**
   * The range of a part of the string at a JSON Pointer. `part` counts UTF-16 units of the string's
   * value; the result counts those of the text, where an escape like `\u0026` is longer than the
   * character it stands for.
   */
  within(pointer: string, part: Span): Span | undefined {
    const found = this.#find(pointer);
    if (found === undefined) return undefined;
    const string = found.node.target ?? found.node;
    if (!found.isComplete || string.kind !== "text") return this.#spanOf(found.node);
    const { length } = string.value;
    const start = Math.min(Math.max(part.start, 0), length);
    const range = string.range({ start, end: Math.min(Math.max(part.end, start), length) });
    // Of an empty text of YAML, nothing is inside.
    return this.#spanOf(length === 0 && range.start === string.end ? found.node : range);
  }

  #spanOf({ start, end }: Span): Span {
    return { start: start + this.#offset, end: end + this.#offset };
  }

  #find(pointer: string): Found | undefined {
    if (this.root === undefined) return undefined;
    let found: Found = { node: this.root, isComplete: true };
    for (const key of fromPointer(pointer)) {
      const next = this.#child(found.node.target ?? found.node, key);
      if (next === undefined) return { ...found, isComplete: false };
      found = { ...next, isComplete: true };
    }
    return found;
  }

  #child(node: TreeNode, key: string): Pick<Found, "key" | "node"> | undefined {
    if (node.kind === "list") {
      const item = /^(?:0|[1-9]\d*)$/.test(key) ? node.items[Number(key)] : undefined;
      return item && { node: item };
    }
    const member = node.kind === "object" ? this.#member(node, key) : undefined;
    return (
      member && {
        key: member.key,
        node: member.value ?? nothing({ start: member.key.end, end: member.key.end }),
      }
    );
  }

  /** The member of a name; those of the object itself come before those that it merges. */
  #member(node: ObjectNode, name: string): TreeMember | undefined {
    const { members } = node;
    const own =
      members.length > fewest
        ? this.#tableOf(node).get(name)
        : members.findLast(({ key, isMerge }) => key.value === name && isMerge !== true);
    if (own !== undefined) return own;
    for (const { value, isMerge } of members) {
      if (isMerge !== true || value === undefined) continue;
      for (const { target } of value.kind === "list" ? itemsOf(value) : [value]) {
        const merged = target?.kind === "object" ? this.#member(target, name) : undefined;
        if (merged !== undefined) return merged;
      }
    }
    return undefined;
  }

  #tableOf(node: ObjectNode): ReadonlyMap<string, TreeMember> {
    let table = this.#tables.get(node);
    if (table === undefined) {
      const own = node.members.filter(({ isMerge }) => isMerge !== true);
      table = new Map(own.map((member) => [member.key.value, member]));
      this.#tables.set(node, table);
    }
    return table;
  }
}

interface Found {
  readonly node: TreeNode;
  readonly key?: Span;
  readonly isComplete: boolean;
}
