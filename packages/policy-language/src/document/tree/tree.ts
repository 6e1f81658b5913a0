import type { LosslessNumber } from "lossless-json";
import type { Span } from "../../text/positions.ts";

/**
 * A value in the text of a JSON or YAML document, with its place: offsets of its first character and of the end.
 * The text may be broken: the tree holds what could be made out of it.
 */
export type TreeNode = ObjectNode | ListNode | TextNode | OtherNode;

interface Parsed extends Span {
  readonly isBroken?: boolean;
  readonly target?: TreeNode | undefined;
}

export interface ObjectNode extends Parsed {
  readonly kind: "object";
  readonly members: readonly TreeMember[];
}

export interface TreeMember {
  readonly key: TextNode;
  /** Nothing while it is being written. */
  readonly value: TreeNode | undefined;
  /** Set for `<<` of YAML, which stands for the members of the objects in its value. */
  readonly isMerge?: boolean;
}

export interface ListNode extends Parsed {
  readonly kind: "list";
  readonly items: readonly TreeNode[];
}

/** How a text is written, which says what has to be escaped in it. */
export type TextStyle =
  | "double"
  | "single"
  // In the quotes of JavaScript.
  | "code-single"
  | "plain"
  | "block"
  // CEL in a template of code, which is read as it is written.
  | "template"
  // Any other template of code.
  | "code-template"
  | "alias"
  // A name of code that is a key and its value: `{ tier }`.
  | "shorthand";

export interface TextNode extends Parsed {
  readonly kind: "text";
  readonly value: string;
  readonly style: TextStyle;
  /** The range in the document of a part of the value. */
  range(part: Span): Span;
}

export interface OtherNode extends Parsed {
  readonly kind: "other";
  readonly value: number | LosslessNumber | boolean | null;
}

/** The keys of a JSON Pointer. */
export type Path = readonly (string | number)[];

/** A place in a document. */
export interface TreePlace {
  /** The keys from the root to the value, or to the member whose key it is. */
  readonly path: Path;
  /** The innermost node there. */
  readonly node: TreeNode;
  /** True for the key of the member at the path. */
  readonly isKey: boolean;
  /** The values around it, from the root on. */
  readonly around: readonly TreeNode[];
}

/** The innermost key or value at an offset; the place right after one belongs to it. */
export function placeAt(root: TreeNode, offset: number): TreePlace {
  const path: (string | number)[] = [];
  const around: TreeNode[] = [];
  let node = root;
  for (;;) {
    const next = childAt(node, offset);
    if (next === undefined) return { path, node, isKey: false, around };
    around.push(node);
    path.push(next.key);
    if (next.isKey) return { path, node: next.node, isKey: true, around };
    node = next.node;
  }
}

interface Child {
  readonly key: string | number;
  readonly node: TreeNode;
  readonly isKey: boolean;
}

function childAt(node: TreeNode, offset: number): Child | undefined {
  if (node.kind === "list") {
    const index = lastAt(node.items, offset, (item) => item);
    const item = node.items[index];
    return item && { key: index, node: item, isKey: false };
  }
  if (node.kind !== "object") return undefined;
  const member = node.members[lastAt(node.members, offset, wholeOf)];
  if (member === undefined) return undefined;
  const { key, value } = member;
  if (isIn(key, offset)) return { key: key.value, node: key, isKey: true };
  return value !== undefined && isIn(value, offset)
    ? { key: key.value, node: value, isKey: false }
    : undefined;
}

/** All of a member, with its key. */
export function wholeOf({ key, value }: TreeMember): Span {
  return { start: key.start, end: value?.end ?? key.end };
}

/** The index of the last part that an offset is in or at, by bisection; -1 for none. */
export function lastAt<Item>(
  items: readonly Item[],
  offset: number,
  spanOf: (item: Item) => Span,
): number {
  let low = -1;
  let high = items.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const item = items[middle];
    if (item !== undefined && spanOf(item).start <= offset) low = middle;
    else high = middle - 1;
  }
  const found = items[low];
  return found !== undefined && isIn(spanOf(found), offset) ? low : -1;
}

function isIn({ start, end }: Span, offset: number): boolean {
  return start <= offset && offset <= end;
}

/** The value of a member of an object; nothing when there is none. */
export function memberOf(node: TreeNode | undefined, key: string): TreeNode | undefined {
  if (node?.kind !== "object") return undefined;
  // Of a key that occurs twice, the last one counts.
  return node.members.findLast((member) => member.key.value === key)?.value;
}

/** The items of a list; none for anything else. */
export function itemsOf(node: TreeNode | undefined): readonly TreeNode[] {
  return node?.kind === "list" ? node.items : [];
}

/** The value of a text; nothing for anything else. */
export function textOf(node: TreeNode | undefined): string | undefined {
  return node?.kind === "text" ? node.value : undefined;
}

/** Returns the node at a path, or at the keys of a JSON Pointer; undefined when there is none. */
export function nodeAt(root: TreeNode | undefined, path: Path): TreeNode | undefined {
  let node = root;
  for (const key of path) {
    const isIndex = node?.kind === "list" && /^\d+$/.test(String(key));
    node = isIndex ? itemsOf(node)[Number(key)] : memberOf(node, String(key));
  }
  return node;
}

/** The keys of the object at a path; none where there is no object. */
export function keysAt(root: TreeNode, path: Path): string[] {
  const node = nodeAt(root, path);
  return node?.kind === "object" ? node.members.map(({ key }) => key.value) : [];
}

/** The offset in a text's value of an offset in the document; of what stands for no unit, the next one's. */
export function offsetInText(node: TextNode, offset: number): number {
  let low = 0;
  let high = node.value.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (node.range({ start: middle, end: middle }).start < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** All texts that are values, with their paths, in the order of the document. */
export function* allTexts(
  node: TreeNode,
  path: Path = [],
): Generator<{ readonly node: TextNode; readonly path: Path }> {
  if (node.kind === "text") yield { node, path };
  else if (node.kind === "list") {
    for (const [index, item] of node.items.entries()) yield* allTexts(item, [...path, index]);
  } else if (node.kind === "object") {
    for (const { key, value } of node.members) {
      if (value !== undefined) yield* allTexts(value, [...path, key.value]);
    }
  }
}

/** A value that is not there, at the place where it could be. */
export function nothing({ start, end }: Span): OtherNode {
  return { kind: "other", start, end, value: null };
}
