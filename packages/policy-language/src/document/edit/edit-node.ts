import type { JsonValue } from "../../json-value.ts";
import type { Span } from "../../span.ts";

/** A text in the place of a part of a string value. */
export interface Splice {
  readonly span: Span;
  readonly text: string;
}

/** What is edited at one place of a document, and below it. */
export class EditNode {
  /** The parts of the string that are replaced, in their order. */
  readonly splices: Splice[] = [];
  /** The value that is put there. */
  value?: JsonValue;
  /** The new key of the member. */
  key?: string;
  isRemoved = false;
  /** By key or index as it is before all edits. */
  readonly children = new Map<string, EditNode>();
  /** The keys that members get that are added or renamed. */
  readonly newKeys = new Set<string>();

  /** The node of a place below this one. */
  at(keys: readonly string[]): EditNode {
    const [key, ...below] = keys;
    if (key === undefined) return this;
    const child = this.children.get(key) ?? new EditNode();
    this.children.set(key, child);
    return child.at(below);
  }

  /** Takes over the edits of another node, which do not collide with those of this one. */
  merge(other: EditNode): void {
    if (other.splices.length > 0) {
      this.splices.push(...other.splices);
      this.splices.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
    }
    if (other.value !== undefined) this.value = other.value;
    if (other.key !== undefined) this.key = other.key;
    this.isRemoved ||= other.isRemoved;
    for (const key of other.newKeys) this.newKeys.add(key);
    for (const [name, child] of other.children) this.at([name]).merge(child);
  }
}
