import type { Edit } from "../../edit.ts";
import { fromPointer } from "../../json-pointer.ts";
import { isJsonObject, type JsonValue } from "../../json-value.ts";
import { serialize } from "../serialize.ts";
import { CannotEdit } from "./cannot-edit.ts";
import { childOf } from "./child-of.ts";
import { collide, overlaps } from "./collide.ts";
import { EditNode } from "./edit-node.ts";

/**
 * The edits of one fix by their places.
 *
 * @throws CannotEdit when a place is not there, or when the edits contradict each other
 */
export function resolveEdits(document: JsonValue, edits: readonly Edit[]): EditNode {
  const all = new EditNode();
  for (const edit of edits) {
    const single = resolve(document, edit);
    if (collide(all, single, overlaps)) throw new CannotEdit("contradictory");
    all.merge(single);
  }
  refuseTakenKeys(document, all);
  return all;
}

function resolve(document: JsonValue, edit: Edit): EditNode {
  const root = new EditNode();
  const keys = keysOf(edit.path);
  const last = keys.at(-1);
  const parent = last === undefined ? undefined : find(document, keys.slice(0, -1));
  const value = find(document, keys);
  const node = root.at(keys);
  if ("span" in edit) {
    if (typeof value !== "string" || !isInside(edit.span, value)) throw noSuchPlace();
    node.splices.push({ span: edit.span, text: edit.text });
  } else if ("value" in edit) {
    refuseNotJson(edit.value);
    node.value = edit.value;
    if (value !== undefined) return root;
    if (last === undefined || !isJsonObject(parent)) throw noSuchPlace();
    root.at(keys.slice(0, -1)).newKeys.add(last);
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

function find(document: JsonValue, keys: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = document;
  for (const key of keys) {
    if (value === undefined) return undefined;
    value = childOf(value, key);
  }
  return value;
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

/** A new key may be that of a member only if that one goes away at the same time. */
function refuseTakenKeys(value: JsonValue, node: EditNode): void {
  for (const key of node.newKeys) {
    if (childOf(value, key) === undefined) continue;
    const own = node.children.get(key);
    if (own === undefined || !(own.isRemoved || own.key !== undefined)) {
      throw new CannotEdit("key-taken");
    }
  }
  for (const [key, child] of node.children) {
    const below = childOf(value, key);
    if (below !== undefined) refuseTakenKeys(below, child);
  }
}

function noSuchPlace(): CannotEdit {
  return new CannotEdit("no-such-place");
}
