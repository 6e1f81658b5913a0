import { isDeepStrictEqual } from "node:util";
import detectIndent from "detect-indent";
import { findNodeAtLocation, parseTree, type Node } from "jsonc-parser";
import {
  isMap,
  isScalar,
  isSeq,
  parse,
  parseDocument,
  stringify,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";

/**
 * Puts a value into a JSON text, and leaves every character of the rest as it is. It comes last, but
 * into an object whose keys are in alphabetical order, as the lists of dependencies are.
 *
 * @param text - an object, which does not have the value yet
 * @param path - the keys that lead to it; what is missing of them is made
 */
export function insertIntoJson(text: string, path: readonly string[], value: unknown): string {
  const top = parseTree(text);
  if (top === undefined) throw new Error("The text is not JSON.");
  const there = path.findLastIndex(
    (_key, index) => objectAt(top, path.slice(0, index)) !== undefined,
  );
  const container = objectAt(top, path.slice(0, there)) ?? top;
  const key = path[there] ?? "";
  const inner = path
    .slice(there + 1)
    .reduceRight<unknown>((nested, one) => ({ [one]: nested }), value);
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const unit = detectIndent(text).indent || "  ";
  const properties = container.children ?? [];
  const before = lineStart(text, container.offset);
  const [first] = properties;
  const isSpread = first === undefined || text.slice(container.offset, first.offset).includes("\n");
  const indentation =
    first !== undefined && isSpread ? lineStart(text, first.offset) : before + unit;
  const gap = isSpread ? eol + indentation : " ";
  const entry = `${JSON.stringify(key)}: ${JSON.stringify(inner, undefined, isSpread ? unit : undefined).replaceAll("\n", eol + indentation)}`;
  if (first === undefined) {
    return replaced(text, container, `{${gap}${entry}${eol}${before}}`);
  }
  const index = there === 0 ? properties.length : indexFor(key, properties.map(nameOf));
  const previous = properties[index - 1];
  return previous === undefined
    ? `${text.slice(0, first.offset)}${entry},${gap}${text.slice(first.offset)}`
    : replaced(text, previous, `${text.slice(previous.offset, endOf(previous))},${gap}${entry}`);
}

function objectAt(top: Node, path: readonly string[]): Node | undefined {
  const node = findNodeAtLocation(top, [...path]);
  return node?.type === "object" ? node : undefined;
}

function nameOf({ children }: Node): string {
  return String(children?.[0]?.value);
}

function indexFor(name: string, names: readonly string[]): number {
  const isSorted = names.every((one, index) => index === 0 || (names[index - 1] ?? "") <= one);
  const at = isSorted && names.length > 1 ? names.findIndex((one) => one > name) : -1;
  return at === -1 ? names.length : at;
}

/** The white space at the beginning of the line of a place. */
function lineStart(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  return /^\s*/.exec(line)?.[0] ?? "";
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

function replaced(text: string, node: Node, by: string): string {
  return text.slice(0, node.offset) + by + text.slice(endOf(node));
}

type Key = string;

/**
 * Adds a value to a YAML text, and leaves every character of the rest as it is. The result is read
 * again and compared with what it must be.
 *
 * @param path - the keys that lead to the map or list to add to; what is missing of them is made
 * @param value - an object, whose entries are added to the map, or an item for a list
 * @returns the new text; nothing when the text is not of a kind that can be added to
 */
export function insertIntoYaml(
  text: string,
  path: readonly Key[],
  value: Readonly<Record<string, unknown>> | readonly [unknown],
): string | undefined {
  const document = parseDocument(text);
  if (document.errors.length > 0) return undefined;
  const before: unknown = document.toJS() ?? {};
  const expected = added(before, path, value);
  if (expected === undefined) return undefined;
  const changed = insert(text, document.contents, path, value);
  if (changed === undefined) return undefined;
  try {
    return isDeepStrictEqual(parse(changed), expected) ? changed : undefined;
  } catch {
    return undefined;
  }
}

/** What the text must hold then; nothing when something else is in the way. */
function added(
  before: unknown,
  [key, ...rest]: readonly Key[],
  value: Readonly<Record<string, unknown>> | readonly [unknown],
): unknown {
  if (key === undefined) {
    if (Array.isArray(value))
      return Array.isArray(before ?? []) ? [...((before ?? []) as unknown[]), ...value] : undefined;
    if (!isObject(before ?? {})) return undefined;
    const taken = Object.keys(value).some((name) => name in ((before ?? {}) as object));
    return taken ? undefined : { ...(before as object), ...value };
  }
  if (!isObject(before ?? {})) return undefined;
  const object = (before ?? {}) as Readonly<Record<string, unknown>>;
  const inner = added(object[key], rest, value);
  return inner === undefined ? undefined : { ...object, [key]: inner };
}

function insert(
  text: string,
  top: unknown,
  path: readonly Key[],
  value: Readonly<Record<string, unknown>> | readonly [unknown],
): string | undefined {
  let node: unknown = top;
  let rest = path;
  while (isMap(node) && rest[0] !== undefined && hasContent(node, rest[0])) {
    node = node.get(rest[0], true);
    rest = rest.slice(1);
  }
  const inner = rest.reduceRight<unknown>((nested, key) => ({ [key]: nested }), value);
  if (node === null || node === undefined) {
    return `${withLineEnd(text)}${lines(inner, "", lineEndOf(text))}`;
  }
  if (!(isMap(node) || isSeq(node)) || node.flow || !node.range) return undefined;
  const first = startOf(node);
  if (first === undefined) return undefined;
  const indentation = " ".repeat(first - (text.lastIndexOf("\n", first - 1) + 1));
  const end = endOfLine(text, text.slice(0, node.range[1]).trimEnd().length);
  const eol = lineEndOf(text);
  const more = lines(inner, indentation, eol).trimEnd();
  return `${text.slice(0, end)}${eol}${more}${text.slice(end) || eol}`;
}

/** Where the first entry begins, which tells how all are indented. */
function startOf(node: YAMLMap | YAMLSeq): number | undefined {
  if (isSeq(node)) return node.range?.[0];
  const key = node.items[0]?.key;
  return isScalar(key) ? key.range?.[0] : undefined;
}

function hasContent(node: YAMLMap, key: Key): boolean {
  const inner: unknown = node.get(key, true);
  return isMap(inner) || isSeq(inner);
}

function lines(value: unknown, indentation: string, eol: string): string {
  return stringify(value, { lineWidth: 0 })
    .replaceAll(/^(?=.)/gm, indentation)
    .replaceAll("\n", eol);
}

function lineEndOf(text: string): "\r\n" | "\n" {
  return text.includes("\r\n") ? "\r\n" : "\n";
}

function withLineEnd(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}${lineEndOf(text)}`;
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  if (end === -1) return text.length;
  return text[end - 1] === "\r" ? end - 1 : end;
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
