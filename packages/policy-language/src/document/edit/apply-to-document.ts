import { CannotEdit, resolveEdits, type Edit, type EditNode } from "./edit-tree.ts";
import {
  isJsonObject,
  isList,
  keysInOrder,
  keepKeyOrder,
  type JsonObject,
  type JsonValue,
} from "../../json-value.ts";

/**
 * The document with the edits made, all or none: undefined when one of them cannot be made, or when
 * they contradict each other. All paths and spans are those of the document as it is given.
 *
 * Renamed members keep their place, and those that are added stand at the end.
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

/** A value with the edits of its place and below it made. */
export function edited(value: JsonValue, node: EditNode): JsonValue {
  if (node.value !== undefined) return node.value;
  if (typeof value === "string") return spliced(value, node);
  if (node.children.size === 0) return value;
  if (isList(value)) return editedList(value, node);
  return isJsonObject(value) ? editedObject(value, node) : value;
}

/** A string with parts of it replaced. */
export function spliced(text: string, { splices }: EditNode): string {
  let result = "";
  let at = 0;
  for (const { span, text: replacement } of splices) {
    result += text.slice(at, span.start) + replacement;
    at = span.end;
  }
  return result + text.slice(at);
}

function editedList(list: readonly JsonValue[], { children }: EditNode): JsonValue {
  return list.flatMap((item, index) => {
    const node = children.get(String(index));
    return node === undefined ? [item] : node.isRemoved ? [] : [edited(item, node)];
  });
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
