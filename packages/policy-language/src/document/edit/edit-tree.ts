import {
  childOf,
  isJsonObject,
  isList,
  type JsonObject,
  type JsonValue,
  keepKeyOrder,
  keysInOrder,
} from "../../json-value.ts";
import type { Span } from "../../text/positions.ts";
import { fromPointer, valueAtKeys } from "../../json-pointer.ts";
import { serialize } from "../serialize.ts";

/** One change of a policy document, by the JSON Pointer of what is changed. */
export type Edit =
  /** Puts a text instead of a part of the string; the span is in UTF-16 units of its value. */
  | { readonly path: string; readonly span: Span; readonly text: string }
  /** Puts another value there; a member of an object that is not there is added. */
  | { readonly path: string; readonly value: JsonValue }
  /** Adds items to a list, behind the last one. */
  | { readonly path: string; readonly items: readonly JsonValue[] }
  /** Gives the member another key. */
  | { readonly path: string; readonly key: string }
  /** Takes the member or the item away. */
  | { readonly path: string; readonly remove: true }
  /** Puts a text instead of a part of the file, which cannot be read before. */
  | { readonly path: string; readonly source: Span; readonly text: string };

/**
 * Why a fix was not applied.
 *
 * - `unreadable`: the text has errors, so that nothing in it is sure.
 * - `no-such-place`: there is nothing of the kind where the fix wants to change something.
 * - `key-taken`: the object has another member with the new key.
 * - `contradictory`: the edits of the fix contradict each other.
 * - `not-json`: a value of the fix is nothing that JSON can hold.
 * - `no-change`: the document is already as the fix wants it.
 * - `overlap`: an earlier fix changes the same; it may be possible once that one is applied.
 * - `several-policies`: the text holds several policies, and it is not said which of them is meant.
 * - `generated`: the policy is a text in the output of another program, such as a plan of Terraform.
 * - `shared`: what would change is an alias, or has an anchor that aliases stand for.
 * - `unusual-syntax`: it is written in a way that cannot be changed exactly: with a tag, or as a
 *   key with a question mark.
 * - `comment`: a comment would be lost that may not belong to what is changed.
 * - `unverified`: the text that was made did not hold the document that was meant.
 */
export type SkipReason =
  | "unreadable"
  | "no-such-place"
  | "key-taken"
  | "contradictory"
  | "not-json"
  | "no-change"
  | "overlap"
  | "several-policies"
  | "generated"
  | "shared"
  | "unusual-syntax"
  | "comment"
  | "unverified";

/** Thrown when an edit cannot be made exactly in the text. */
export class CannotEdit extends Error {
  readonly reason: SkipReason;

  constructor(reason: SkipReason) {
    super(reason);
    this.reason = reason;
  }
}

export interface Splice {
  readonly span: Span;
  readonly text: string;
}

/** The edits at a place of a document and below it. */
export class EditNode {
  readonly splices: Splice[] = [];
  value?: JsonValue;
  key?: string;
  isRemoved = false;
  /** By key or index before all edits. */
  readonly children = new Map<string, EditNode>();
  readonly newKeys = new Set<string>();

  at(keys: readonly string[]): EditNode {
    const [key, ...below] = keys;
    if (key === undefined) return this;
    const child = this.children.get(key) ?? new EditNode();
    this.children.set(key, child);
    return child.at(below);
  }

  /** Merges the edits of another node, which must not collide with those of this node. */
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

/**
 * Arranges the edits of a fix by place.
 *
 * @throws CannotEdit when a place does not exist, or when the edits contradict each other
 */
export function resolveEdits(document: JsonValue, edits: readonly Edit[]): EditNode {
  const all = new EditNode();
  for (const edit of edits) {
    const single = resolve(document, edit);
    if (collide(all, single, overlaps)) throw new CannotEdit("contradictory");
    all.merge(single);
  }
  refuseDuplicateKeys(document, all);
  return all;
}

function resolve(document: JsonValue, edit: Edit): EditNode {
  const root = new EditNode();
  const keys = keysOf(edit.path);
  const last = keys.at(-1);
  const parent = last === undefined ? undefined : valueAtKeys(document, keys.slice(0, -1));
  const value = valueAtKeys(document, keys);
  const node = root.at(keys);
  // The file can be read.
  if ("source" in edit) throw noSuchPlace();
  if ("span" in edit) {
    if (typeof value !== "string" || !isInside(edit.span, value)) throw noSuchPlace();
    node.splices.push({ span: edit.span, text: edit.text });
  } else if ("value" in edit) {
    refuseNotJson(edit.value);
    node.value = edit.value;
    if (value !== undefined) return root;
    if (last === undefined || !isJsonObject(parent)) throw noSuchPlace();
    root.at(keys.slice(0, -1)).newKeys.add(last);
  } else if ("items" in edit) {
    if (value === undefined || !isList(value)) throw noSuchPlace();
    edit.items.forEach(refuseNotJson);
    for (const [index, item] of edit.items.entries()) {
      const key = String(value.length + index);
      node.at([key]).value = item;
      node.newKeys.add(key);
    }
  } else if (last === undefined || value === undefined) {
    throw noSuchPlace();
  } else if ("key" in edit) {
    if (!isJsonObject(parent)) throw noSuchPlace();
    node.key = edit.key;
    root.at(keys.slice(0, -1)).newKeys.add(edit.key);
  } else {
    node.isRemoved = true;
  }
  return root;
}

function keysOf(path: string): string[] {
  if (path !== "" && !path.startsWith("/")) throw noSuchPlace();
  return fromPointer(path);
}

function isInside({ start, end }: { start: number; end: number }, text: string): boolean {
  return Number.isInteger(start) && Number.isInteger(end) && 0 <= start && start <= end
    ? end <= text.length
    : false;
}

function refuseNotJson(value: JsonValue): void {
  try {
    serialize(value);
  } catch {
    throw new CannotEdit("not-json");
  }
}

/** Allows the key of an existing member as a new key only if that member goes away at the same time. */
function refuseDuplicateKeys(value: JsonValue, node: EditNode): void {
  for (const key of node.newKeys) {
    if (childOf(value, key) === undefined) continue;
    const own = node.children.get(key);
    if (own === undefined || !(own.isRemoved || own.key !== undefined)) {
      throw new CannotEdit("key-taken");
    }
  }
  for (const [key, child] of node.children) {
    const below = childOf(value, key);
    if (below !== undefined) refuseDuplicateKeys(below, child);
  }
}

function noSuchPlace(): CannotEdit {
  return new CannotEdit("no-such-place");
}

export type TooClose = (one: Span, other: Span) => boolean;

/** Within a fix: the same character cannot be replaced twice. */
const overlaps: TooClose = (one, other) => one.start < other.end && other.start < one.end;

/** Between fixes: adjacent replacements conflict too, because neither fix knows what the other inserts. */
export const touches: TooClose = (one, other) => one.start <= other.end && other.start <= one.end;

export function collide(one: EditNode, other: EditNode, isTooNear: TooClose): boolean {
  if (one.isRemoved || other.isRemoved) return hasEdits(one) && hasEdits(other);
  if (one.key !== undefined && other.key !== undefined) return true;
  if (one.value !== undefined || other.value !== undefined) {
    return changesValue(one) && changesValue(other);
  }
  const [few, many] = one.children.size < other.children.size ? [one, other] : [other, one];
  return (
    one.splices.some((a) => other.splices.some((b) => isTooNear(a.span, b.span))) ||
    [...few.newKeys].some((key) => many.newKeys.has(key)) ||
    [...few.children].some(([name, child]) => {
      const twin = many.children.get(name);
      return twin !== undefined && collide(child, twin, isTooNear);
    })
  );
}

function hasEdits(node: EditNode): boolean {
  return node.isRemoved || node.key !== undefined || changesValue(node);
}

function changesValue({ value, splices, children }: EditNode): boolean {
  return value !== undefined || splices.length > 0 || children.size > 0;
}

/**
 * The document with the edits made, all or none: undefined when one of them cannot be made, or when
 * they contradict each other. All paths and spans are those of the document as it is given.
 *
 * Renamed members keep their place, and what is added stands at the end.
 */
export function applyToDocument(
  document: JsonValue,
  edits: readonly Edit[],
): JsonValue | undefined {
  try {
    return edited(document, resolveEdits(document, edits));
  } catch (error) {
    if (error instanceof CannotEdit) return undefined;
    throw error;
  }
}

export function edited(value: JsonValue, node: EditNode): JsonValue {
  if (node.value !== undefined) return node.value;
  if (typeof value === "string") return spliced(value, node);
  if (node.children.size === 0) return value;
  if (isList(value)) return editedList(value, node);
  return isJsonObject(value) ? editedObject(value, node) : value;
}

export function spliced(text: string, { splices }: EditNode): string {
  return changeText(
    text,
    splices.map(({ span, text: replacement }) => ({ ...span, text: replacement })),
  );
}

function editedList(list: readonly JsonValue[], node: EditNode): JsonValue {
  const kept = list.flatMap((item, index) => {
    const child = node.children.get(String(index));
    return child === undefined ? [item] : child.isRemoved ? [] : [edited(item, child)];
  });
  return [...kept, ...new EditedChildren(list, node).added.map(([, value]) => value)];
}

function editedObject(object: JsonObject, { children }: EditNode): JsonValue {
  const result = Object.create(null) as Record<string, JsonValue>;
  const keys: string[] = [];
  const add = (key: string, value: JsonValue): void => {
    keys.push(key);
    result[key] = value;
  };
  for (const name of keysInOrder(object)) {
    const value = object[name];
    const node = children.get(name);
    if (value === undefined || node?.isRemoved === true) continue;
    add(node?.key ?? name, node === undefined ? value : edited(value, node));
  }
  for (const [name, { value }] of children) {
    if (value !== undefined && !Object.hasOwn(object, name)) add(name, value);
  }
  keepKeyOrder(result, keys);
  return result;
}

export class EditedChildren {
  readonly size: number;
  readonly kept: readonly EditedChild[];
  /** The added members or items; the key of an item is its index. */
  readonly added: readonly (readonly [key: string, value: JsonValue])[];
  readonly removed: readonly number[];
  readonly #keys: readonly string[] | undefined;

  constructor(value: JsonValue, node: EditNode) {
    this.#keys = isList(value) ? undefined : keysInOrder(value as object);
    this.size = isList(value) ? value.length : (this.#keys?.length ?? 0);
    const places = this.#keys && new Map(this.#keys.map((key, index) => [key, index]));
    const kept: EditedChild[] = [];
    const added: [string, JsonValue][] = [];
    const removed: number[] = [];
    for (const [key, child] of node.children) {
      const below = childOf(value, key);
      const index = places === undefined ? Number(key) : (places.get(key) ?? -1);
      if (below !== undefined && child.isRemoved) removed.push(index);
      else if (below !== undefined) kept.push({ key, index, value: below, node: child });
      else if (child.value !== undefined) added.push([key, child.value]);
    }
    this.kept = kept;
    this.added =
      places === undefined
        ? added.toSorted(([one], [other]) => Number(one) - Number(other))
        : added;
    this.removed = removed.toSorted((one, other) => one - other);
  }

  get isList(): boolean {
    return this.#keys === undefined;
  }

  get isEmptied(): boolean {
    return this.removed.length === this.size;
  }

  /** The index of the last child that stays; -1 when none does. */
  get lastKept(): number {
    let index = this.size - 1;
    while (this.removed.at(index - this.size) === index) index -= 1;
    return index;
  }

  get removedRuns(): readonly Run[] {
    const runs: { first: number; last: number }[] = [];
    for (const index of this.removed) {
      const run = runs.at(-1);
      if (run?.last === index - 1) run.last = index;
      else runs.push({ first: index, last: index });
    }
    return runs;
  }

  keyOf(index: number): string {
    return this.#keys?.[index] ?? String(index);
  }
}

export interface EditedChild {
  readonly key: string;
  readonly index: number;
  readonly value: JsonValue;
  readonly node: EditNode;
}

export interface Run {
  readonly first: number;
  readonly last: number;
}

export interface TextChange extends Span {
  readonly text: string;
}

/**
 * Makes the changes in a text. What is inserted at one place keeps its order, and stands before
 * what is changed behind that place.
 *
 * @throws CannotEdit when two of the changes overlap
 */
export function changeText(text: string, changes: readonly TextChange[]): string {
  const parts: string[] = [];
  let at = 0;
  const inOrder = changes.toSorted((one, other) => one.start - other.start || one.end - other.end);
  for (const { start, end, text: replacement } of inOrder) {
    if (start < at) throw new CannotEdit("unverified");
    parts.push(text.slice(at, start), replacement);
    at = end;
  }
  parts.push(text.slice(at));
  return parts.join("");
}
