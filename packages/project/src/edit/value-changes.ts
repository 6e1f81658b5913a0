import { fromPointer, serialize, type Edit, type JsonValue } from "@traffic-policy/policy-language";
import { camelCase } from "@traffic-policy/policy-language/internal";
import type { Node, ObjectProperty } from "oxc-parser";
import { keyOf, unwrapped, type SourceCode } from "../source/source-code.ts";
import { expressionChanges } from "./expression-changes.ts";
import { LiteralText, TemplateParts } from "./literal-text.ts";
import {
  losesComment,
  notSupported,
  notUnique,
  notWritten,
  type SpanEdit,
  type TextChange,
} from "./text-change.ts";

/** An object or array literal in code that became a value of the document. */
export interface LiteralValue {
  readonly node: Node;
  readonly path: string;
  /** True when members may have the names of the builder: `statusCode` for `status_code`. */
  readonly isBuilders: boolean;
}

/**
 * Returns the code changes that make edits below a value.
 *
 * @param valueAt - the value at a place of the document
 * @throws CannotChange when the location of an edit is uncertain
 */
export function valueChanges(
  code: SourceCode,
  root: LiteralValue,
  edits: readonly Edit[],
  valueAt: (path: string) => JsonValue | undefined,
): TextChange[] {
  return edits.flatMap((edit) => {
    const keys = fromPointer(edit.path.slice(root.path.length));
    const last = keys.at(-1);
    if (last === undefined || "items" in edit || "source" in edit) throw notSupported();
    const parent = descend(root, keys.slice(0, -1));
    if ("remove" in edit) return [memberRemoval(code, root, parent, last)];
    const member = memberOf(root, parent, last);
    if ("key" in edit) return [renaming(code, member, last, edit.key)];
    const value = valueAt(edit.path);
    if ("span" in edit) return [textChange(code, member.value, value, edit)];
    return replacement(code, member.value, value, edit.value);
  });
}

/**
 * Finds the code of a nested value: an array item, or an object member with that name.
 *
 * @throws CannotChange when its location is uncertain
 */
export function writtenMember(root: LiteralValue, path: string): Node {
  const keys = fromPointer(path.slice(root.path.length));
  const last = keys.at(-1);
  if (last === undefined) throw notSupported();
  const { property, value } = memberOf(root, descend(root, keys.slice(0, -1)), last);
  return property ?? value;
}

function descend(root: LiteralValue, keys: readonly string[]): Node {
  return keys.reduce(
    (node: Node, key) => unwrapped(memberOf(root, node, key).value),
    unwrapped(root.node),
  );
}

interface Member {
  readonly value: Node;
  readonly property?: ObjectProperty;
}

function memberOf({ isBuilders }: LiteralValue, node: Node, key: string): Member {
  if (node.type === "ArrayExpression") {
    const index = Number(key);
    const before = node.elements.slice(0, index + 1);
    const item = before[index];
    if (!item || before.some((one) => one?.type === "SpreadElement")) throw notWritten();
    return { value: item };
  }
  if (node.type !== "ObjectExpression") throw notWritten();
  const names = isBuilders ? [key, camelCase(key)] : [key];
  const found = node.properties.flatMap((property, index) =>
    property.type === "Property" && names.includes(keyOf(property) ?? "")
      ? [{ property, index }]
      : [],
  );
  const [only, other] = found;
  if (other !== undefined) throw notUnique();
  if (only === undefined || only.property.kind !== "init") throw notWritten();
  // What is spread behind it could be in its place.
  const behind = node.properties.slice(only.index + 1);
  if (behind.some(({ type }) => type === "SpreadElement")) throw notWritten();
  return { value: only.property.value, property: only.property };
}

function memberRemoval(
  code: SourceCode,
  root: LiteralValue,
  parent: Node,
  key: string,
): TextChange {
  const { value, property } = memberOf(root, parent, key);
  const items: readonly (Node | null)[] =
    parent.type === "ArrayExpression"
      ? parent.elements
      : parent.type === "ObjectExpression"
        ? parent.properties
        : [];
  return removal(code, items, items.indexOf(property ?? value));
}

function renaming(code: SourceCode, { property }: Member, before: string, key: string): TextChange {
  if (property === undefined || property.shorthand || keyOf(property) !== before) {
    throw notWritten();
  }
  const { start, end } = property.key;
  const literal = LiteralText.of(code, property.key);
  if (literal !== undefined) return literal.replace(key);
  return { start, end, text: /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key) };
}

function textChange(
  code: SourceCode,
  wrapped: Node,
  value: JsonValue | undefined,
  edit: SpanEdit,
): TextChange {
  if (typeof value !== "string") throw notWritten();
  const node = unwrapped(wrapped);
  const literal = LiteralText.of(code, node);
  if (literal !== undefined) {
    if (literal.value !== value) throw notWritten();
    return literal.splice(edit.span, edit.text);
  }
  if (node.type === "TaggedTemplateExpression" && isText(code, node.tag)) {
    const parts = new TemplateParts(code, node.quasi, value, "cooked");
    const change = parts.splice(edit.span, edit.text);
    if (change === undefined) throw notWritten();
    return change;
  }
  const [change] = expressionChanges(code, node, value, [edit]);
  if (change === undefined) throw notWritten();
  return change;
}

function isText(code: SourceCode, tag: Node): boolean {
  const name = tag.type === "MemberExpression" ? tag.property : tag;
  if (name.type !== "Identifier") return false;
  const imported = code.importsOfBuilder.get(name.name);
  return (imported ?? name.name) === "text";
}

function replacement(
  code: SourceCode,
  wrapped: Node,
  before: JsonValue | undefined,
  after: JsonValue,
): TextChange[] {
  if (before === undefined) throw notSupported();
  // What a list is made of keeps all that is written in it.
  if (Array.isArray(after) && after.length === 1 && serialize(after[0]) === serialize(before)) {
    return [
      { start: wrapped.start, end: wrapped.start, text: "[" },
      { start: wrapped.end, end: wrapped.end, text: "]" },
    ];
  }
  const node = unwrapped(wrapped);
  const literal = LiteralText.of(code, node);
  if (literal !== undefined && typeof after === "string") {
    if (literal.value !== before) throw notWritten();
    return [literal.replace(after)];
  }
  const isScalar = typeof after !== "object" || after === null;
  const isWritten = node.type === "Literal" && node.value === before;
  if (!isWritten || !isScalar) throw isWritten ? notSupported() : notWritten();
  return [{ start: node.start, end: node.end, text: JSON.stringify(after) }];
}

/**
 * Removes an item with its comma, from an array, an object or the arguments of a call.
 *
 * @throws CannotChange when a comment would be lost
 */
export function removal(
  code: SourceCode,
  items: readonly (Node | null)[],
  index: number,
): TextChange {
  const [before, item, after] = [items[index - 1], items[index], items[index + 1]];
  if (!item || before === null || after === null) throw notWritten();
  const { start, end } =
    after !== undefined
      ? { start: item.start, end: after.start }
      : before !== undefined
        ? { start: before.end, end: item.end }
        : { start: item.start, end: item.end + commaAfter(code.text, item.end) };
  if (code.hasComment(start, end)) throw losesComment();
  return { start, end, text: "" };
}

export function argumentRemoval(code: SourceCode, part: Node): TextChange {
  for (let node = part; ;) {
    const parent = code.parentOf(node);
    if (parent === undefined) throw notWritten();
    const isChain =
      unwrapped(parent) !== parent ||
      (parent.type === "MemberExpression" && parent.object === node) ||
      (parent.type === "CallExpression" && parent.callee === node);
    if (!isChain) {
      const items = parent.type === "CallExpression" ? parent.arguments : [];
      const index = items.findIndex((item) => item === node);
      if (index < 0) throw notWritten();
      return removal(code, items, index);
    }
    node = parent;
  }
}

function commaAfter(text: string, end: number): number {
  return /^\s*,/.exec(text.slice(end))?.[0].length ?? 0;
}
