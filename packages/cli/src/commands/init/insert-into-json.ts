import detectIndent from "detect-indent";
import { findNodeAtLocation, parseTree, type Node } from "jsonc-parser";

/**
 * Puts a value into a JSON text, and leaves every character of the rest as it is. It comes last, but
 * into an object whose keys are in alphabetical order, as the lists of dependencies are.
 *
 * @param text - an object, which does not have the value yet
 * @param path - the keys that lead to it; what is missing of them is made
 */
export function insertIntoJson(text: string, path: readonly string[], value: unknown): string {
  const top = parseTree(text);
  if (top === undefined) throw new Error("The text is no JSON.");
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
    : replaced(text, previous, `${text.slice(previous.offset, end(previous))},${gap}${entry}`);
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

function end({ offset, length }: Node): number {
  return offset + length;
}

function replaced(text: string, node: Node, by: string): string {
  return text.slice(0, node.offset) + by + text.slice(end(node));
}
