import {
  isJsonObject,
  type JsonValue,
  type Protocol,
  type Span,
} from "@traffic-policy/policy-language";
import {
  hasPolicyShape,
  holderPlaces,
  indentationAt,
  isSectionName,
  mayHoldPolicy,
} from "@traffic-policy/policy-language/internal";
import { nodeAt, wholeTree, type TreeNode } from "@traffic-policy/policy-language/editing";
import type { TreeMemory } from "./tree-memory.ts";
import type { YamlReader } from "./yaml.ts";

/** The part of a document that is a policy, alone or inside a manifest or the configuration of an agent. */
export interface PolicySpan extends Span {
  readonly protocol?: Protocol | undefined;
}

/** Returns the parts of a document that are policies; undefined for a document that is one policy, or has none. */
export function policySpans(text: string, memory: TreeMemory): readonly PolicySpan[] | undefined {
  if (!mayHoldPolicy(text)) return undefined;
  // Parsing all of a long policy with each key that is pressed would take long.
  if (memory.keysOf(text)?.every(isSectionName) === true) return undefined;
  const { yaml } = memory;
  const documents = yaml === undefined ? [{ start: 0, end: text.length }] : documentsIn(text);
  const isOne = documents.length === 1;
  // Each is read by itself: reading all of the text for each would take long.
  const spans = documents.flatMap((document): PolicySpan[] => {
    const part = text.slice(document.start, document.end);
    const { start } = document;
    return spansIn(part, isOne, yaml).map((span) => ({
      ...span,
      start: start + span.start,
      end: start + span.end,
    }));
  });
  return spans.length === 0 ? undefined : spans;
}

/** @param isOne - whether it is the only document */
function spansIn(text: string, isOne: boolean, yaml: YamlReader | undefined): PolicySpan[] {
  if (!mayHoldPolicy(text)) return [];
  const root = wholeTree(text, yaml);
  const value = root && valueOf(root);
  if (root === undefined || !isJsonObject(value)) return [];
  const places = holderPlaces(value).filter(({ isText }) => isText !== true);
  if (places.length === 0 && !isOne && hasPolicyShape(value))
    return [{ start: 0, end: text.length }];
  return places.flatMap(({ path, holder: { protocol } }): PolicySpan[] => {
    const around = nodeAt(root, path.slice(0, -1));
    const member =
      around?.kind === "object"
        ? around.members.find(({ key }) => key.value === path.at(-1))
        : undefined;
    const span = member && spanOf(text, member, yaml);
    return span === undefined ? [] : [{ ...span, protocol }];
  });
}

/**
 * The text of a span at its place: spaces stand before it, so that all offsets stay. They are on one line but for the
 * line on which it begins, because the readers take time for each.
 */
export function only(text: string, { start, end }: Span): string {
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const above = lineStart === 0 ? "" : `${" ".repeat(lineStart - 1)}\n`;
  return above + " ".repeat(start - lineStart) + text.slice(start, end);
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
  yaml: YamlReader | undefined,
): Span | undefined {
  const lineEnd = text.indexOf("\n", key.end);
  const isBelow = lineEnd >= 0 && (value === undefined || value.start > lineEnd || isEmpty(value));
  // In block style, all lines that are indented deeper belong to it, the one that is being written, too.
  if (yaml !== undefined && isBelow) {
    const isBroken = value !== undefined && value.start > lineEnd && value.kind !== "object";
    return isBroken ? undefined : linesBelow(text, key, lineEnd + 1);
  }
  return value?.kind === "object" ? { start: value.start, end: value.end } : undefined;
}

function isEmpty(value: TreeNode): boolean {
  return value.start === value.end || (value.kind === "other" && value.value === null);
}

function linesBelow(text: string, key: Span, start: number): Span {
  const own = indentationAt(text, key.start).length;
  let end = start;
  while (end < text.length) {
    const next = text.indexOf("\n", end);
    const line = text.slice(end, next < 0 ? text.length : next);
    const isDeeper = line.trim() === "" || (/^ */.exec(line)?.[0].length ?? 0) > own;
    if (!isDeeper && !line.trimStart().startsWith("#")) break;
    end = next < 0 ? text.length : next + 1;
  }
  return { start, end };
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
