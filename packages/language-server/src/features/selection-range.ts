import { type Span, type Expression, parseExpression } from "@traffic-policy/policy-language";
import { childrenOf } from "@traffic-policy/policy-language/internal";
import type { SelectionRange } from "vscode-languageserver-types";
import type { EditorDocument } from "../documents/editor-document.ts";
import { offsetIn, rangeIn } from "../documents/expressions.ts";
import type { ExpressionSite } from "../expression/expression-site.ts";
import {
  endOfOperand,
  startOfOperand,
  contentOf,
  endsOperand,
  Tokens,
} from "@traffic-policy/policy-language/editing";

const mostSelections = 200;

export function selectionRange(document: EditorDocument, offset: number): SelectionRange {
  const spans: Span[] = [];
  const expression = document.expressionAt(offset);
  if (expression !== undefined) {
    const inner = spansAround(expression.site, offsetIn(expression, offset));
    spans.push(...inner.map((span) => rangeIn(expression, span)), expression.node);
  }
  const place = document.placeAt(offset);
  if (place !== undefined) {
    const parents = [...place.around, place.node].toReversed();
    for (const node of parents) {
      if (node.kind === "object") {
        const member = node.members.find(
          ({ key, value }) => key.start <= offset && offset <= (value?.end ?? key.end),
        );
        if (member !== undefined) {
          spans.push({ start: member.key.start, end: member.value?.end ?? member.key.end });
        }
      }
      spans.push(node);
    }
  }
  // Nobody selects step by step for longer, and what is in each other too deeply cannot be sent.
  spans.splice(mostSelections);
  let selection: SelectionRange = {
    range: document.positions.rangeOf({ start: 0, end: document.text.length }),
  };
  let outer: Span = { start: 0, end: document.text.length };
  for (const span of spans.toReversed()) {
    const isInside = span.start >= outer.start && span.end <= outer.end;
    if (!isInside || (span.start === outer.start && span.end === outer.end)) continue;
    selection = { range: document.positions.rangeOf(span), parent: selection };
    outer = span;
  }
  return selection;
}

/**
 * Returns the spans around an offset, from the smallest to the whole text, each inside the next: nodes of the tree,
 * or, when the text does not parse, what is between commas and in brackets.
 */
export function spansAround(site: ExpressionSite, offset: number): Span[] {
  const { text } = site;
  const tokens = new Tokens(text);
  const index = tokens.at(offset);
  const parsed = parseExpression(text);
  const around = parsed.ok
    ? nodesAround(parsed.tree, tokens.list[index ?? -1]?.start ?? offset)
    : segmentsAround(tokens, index ?? indexBehind(tokens, offset));
  const spans = [
    ...(index === undefined ? [] : tokenSpans(tokens, index, offset)),
    ...around,
    ...bracketsAround(tokens, index ?? indexBehind(tokens, offset)),
  ].filter(({ start, end }) => start < end);
  return nested([...spans, { start: 0, end: text.length }], offset);
}

function indexBehind(tokens: Tokens, offset: number): number {
  return tokens.list.findIndex(({ start }) => start >= offset);
}

function tokenSpans(tokens: Tokens, index: number, offset: number): Span[] {
  const token = tokens.list[index];
  if (token === undefined) return [];
  const { start, end } = token;
  if (token.kind !== "string") return [{ start, end }];
  const content = contentOf(tokens.text, token);
  const isInside = content.start <= offset && offset <= content.end;
  return isInside ? [content, { start, end }] : [{ start, end }];
}

/** Returns the nodes that contain a place, from the root. Iterates, because a chain is as deep as it is long. */
function nodesAround(tree: Expression, offset: number): Span[] {
  const spans: Span[] = [];
  let node: Expression | undefined = tree;
  while (node !== undefined) {
    if (node.span !== undefined) spans.push(node.span);
    node = childrenOf(node).find(
      ({ span }) => span !== undefined && span.start <= offset && offset < span.end,
    );
  }
  return spans;
}

function segmentsAround(tokens: Tokens, index: number): Span[] {
  const spans: Span[] = [];
  if (endsOperand(tokens.kind(index))) {
    const first = startOfOperand(tokens, index + 1);
    if (first !== undefined) {
      spans.push(tokens.span(first, index));
      const last = endOfOperand(tokens, first);
      if (last !== undefined && last >= index) spans.push(tokens.span(first, last));
    }
  }
  for (let at = index; at >= 0; at = tokens.list[at]?.parent ?? -1) {
    spans.push(segmentAround(tokens, at));
  }
  return spans;
}

function segmentAround(tokens: Tokens, index: number): Span {
  const { list } = tokens;
  const parent = list[index]?.parent ?? -1;
  let first = Math.min(index, list[index]?.partner ?? index);
  for (let at = first - 1; at > parent && tokens.kind(at) !== ","; at = first - 1) {
    first = Math.min(at, list[at]?.partner ?? at);
  }
  let last = lastOf(tokens, index);
  for (let at = last + 1; !isEnd.has(tokens.kind(at)); at = last + 1) {
    // The bracket that closes one around it.
    if ((list[at]?.partner ?? at) < first) break;
    last = lastOf(tokens, at);
  }
  return tokens.span(first, last);
}

const isEnd: ReadonlySet<string> = new Set([",", "end"]);

function lastOf(tokens: Tokens, index: number): number {
  const { partner } = tokens.list[index] ?? {};
  if (partner !== undefined) return Math.max(index, partner);
  return isOpening.has(tokens.kind(index)) ? tokens.list.length - 2 : index;
}

const isOpening: ReadonlySet<string> = new Set(["(", "[", "{"]);

function bracketsAround(tokens: Tokens, index: number): Span[] {
  const spans: Span[] = [];
  const { list } = tokens;
  const own = Math.min(index, list[index]?.partner ?? index);
  const isBracket = isOpening.has(tokens.kind(own));
  for (
    let at = isBracket ? own : (list[index]?.parent ?? -1);
    at >= 0;
    at = list[at]?.parent ?? -1
  ) {
    const close = list[at]?.partner;
    if (close === undefined) continue;
    const { start, end } = tokens.span(at, close);
    spans.push({ start: start + 1, end: end - 1 }, { start, end });
  }
  return spans;
}

function nested(spans: readonly Span[], offset: number): Span[] {
  const chain: Span[] = [];
  const bySize = spans
    .filter(({ start, end }) => start <= offset && offset <= end)
    .toSorted((one, other) => one.end - one.start - (other.end - other.start));
  for (const span of bySize) {
    const inner = chain.at(-1);
    const isLarger = inner === undefined || span.end - span.start > inner.end - inner.start;
    const isAround = inner === undefined || (span.start <= inner.start && inner.end <= span.end);
    if (isLarger && isAround) chain.push(span);
  }
  return chain;
}
