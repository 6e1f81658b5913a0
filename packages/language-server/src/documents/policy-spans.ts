import type { JsonObject, JsonValue, Protocol, Span } from "@traffic-policy/policy-language";
import {
  hasPolicyShape,
  holderPlaces,
  indentationAt,
  mayHoldPolicy,
} from "@traffic-policy/policy-language/internal";
import { nodeAt, wholeTree, type TreeNode } from "@traffic-policy/policy-language/editing";
import type { YamlReader } from "./yaml.ts";

/** The part of a document that is a policy, alone or inside a manifest or the configuration of an agent. */
export interface PolicySpan extends Span {
  readonly protocol?: Protocol | undefined;
}

/** Returns the parts of a document that are policies; undefined for a document that is one policy, or has none. */
export function policySpans(
  text: string,
  yaml: YamlReader | undefined,
): readonly PolicySpan[] | undefined {
  if (!mayHoldPolicy(text)) return undefined;
  const documents = yaml === undefined ? [{ start: 0, end: text.length }] : documentsIn(text);
  const spans = documents.flatMap((document): PolicySpan[] => {
    const root = wholeTree(only(text, document), yaml);
    const value = root && valueOf(root);
    if (root === undefined || !isObject(value)) return [];
    const places = holderPlaces(value).filter(({ isText }) => isText !== true);
    if (places.length === 0 && documents.length > 1 && hasPolicyShape(value)) return [document];
    return places.flatMap(({ path, holder: { protocol } }): PolicySpan[] => {
      const keys = path.map((key) => (/^\d+$/.test(key) ? Number(key) : key));
      const around = nodeAt(root, keys.slice(0, -1));
      const member =
        around?.kind === "object"
          ? around.members.find(({ key }) => key.value === path.at(-1))
          : undefined;
      const span = member && spanOf(text, member, document, yaml);
      return span === undefined ? [] : [{ ...span, protocol }];
    });
  });
  return spans.length === 0 ? undefined : spans;
}

/** The text with spaces in the place of everything outside of a span, so that all offsets stay. */
export function only(text: string, { start, end }: Span): string {
  return blank(text.slice(0, start)) + text.slice(start, end) + blank(text.slice(end));
}

function blank(text: string): string {
  return text.replaceAll(/[^\r\n]/g, " ");
}

function documentsIn(text: string): readonly Span[] {
  const starts = [...text.matchAll(/^---(?=\s|$).*$/gm)].map(({ index, 0: line }) => ({
    end: index,
    start: index + line.length,
  }));
  return [{ start: 0, end: 0 }, ...starts].map(({ start }, index) => ({
    start,
    end: starts[index]?.end ?? text.length,
  }));
}

function spanOf(
  text: string,
  { key, value }: { readonly key: Span; readonly value: TreeNode | undefined },
  document: Span,
  yaml: YamlReader | undefined,
): Span | undefined {
  const lineEnd = text.indexOf("\n", key.end);
  const isBelow = lineEnd >= 0 && (value === undefined || value.start > lineEnd || isEmpty(value));
  // In block style, all lines that are indented deeper belong to it, the one that is being written, too.
  if (yaml !== undefined && isBelow) {
    const isBroken = value !== undefined && value.start > lineEnd && value.kind !== "object";
    return isBroken ? undefined : linesBelow(text, key, lineEnd + 1, document.end);
  }
  return value?.kind === "object" ? { start: value.start, end: value.end } : undefined;
}

function isEmpty(value: TreeNode): boolean {
  return value.start === value.end || (value.kind === "other" && value.value === null);
}

function linesBelow(text: string, key: Span, start: number, most: number): Span {
  const own = indentationAt(text, key.start).length;
  let end = start;
  while (end < most) {
    const next = text.indexOf("\n", end);
    const line = text.slice(end, next < 0 ? most : Math.min(next, most));
    const isDeeper = line.trim() === "" || (/^ */.exec(line)?.[0].length ?? 0) > own;
    if (!isDeeper && !line.trimStart().startsWith("#")) break;
    end = next < 0 ? most : Math.min(next + 1, most);
  }
  return { start, end };
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value of a tree; null where it is broken. */
function valueOf(node: TreeNode): JsonValue {
  const { target = node } = node;
  switch (target.kind) {
    case "object":
      return Object.fromEntries(
        target.members.map(({ key, value }) => [
          key.value,
          value === undefined ? null : valueOf(value),
        ]),
      );
    case "list":
      return target.items.map(valueOf);
    case "text":
      return target.value;
    case "other":
      return typeof target.value === "object" ? null : target.value;
  }
}
