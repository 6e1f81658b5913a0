import type { Span } from "@traffic-policy/policy-language";
import type { Node, TemplateLiteral } from "oxc-parser";
import { LiteralText } from "../edit/literal-text.ts";
import type { TextChange } from "../edit/text-change.ts";
import type { Written } from "./modules.ts";
import { childrenOf, unwrapped, type SourceCode } from "../source/source-code.ts";

/** A range of a text, in UTF-16 units, and its replacement. */
export interface ChangedPart {
  readonly span: Span;
  readonly text: string;
}

export type ChangesOf = (text: string) => readonly ChangedPart[];

/**
 * Placeholders for template gaps while the text is parsed: each is a single operand with a name that nothing else
 * has.
 */
const gaps = {
  raw: (index: number) => `gap_${index}_.gap_${index}_`,
  cooked: () => "\ufffc",
};

/** Returns the code changes for the text of a template; the expressions in its gaps stay. */
export function templateChanges(
  code: SourceCode,
  template: TemplateLiteral,
  reading: "cooked" | "raw",
  changesOf: ChangesOf,
): TextChange[] {
  const parts = LiteralText.partsOf(code, template, reading);
  let text = "";
  const starts = parts.map((part, index) => {
    if (index > 0) text += gaps[reading](index);
    const start = text.length;
    text += part?.value ?? "";
    return start;
  });
  if (parts.includes(undefined)) return [];
  return changesOf(text).flatMap(({ span, text: put }) => {
    const index = starts.findLastIndex((start) => start <= span.start);
    const [part, start = 0] = [parts[index], starts[index]];
    if (part === undefined || span.end - start > part.value.length) return [];
    return [part.splice({ start: span.start - start, end: span.end - start }, put)];
  });
}

function literalChanges(
  code: SourceCode,
  node: Node,
  changesOf: ChangesOf,
): TextChange[] | undefined {
  const literal = LiteralText.of(code, node);
  return literal && changesOf(literal.value).map(({ span, text }) => literal.splice(span, text));
}

export function textChangesIn(code: SourceCode, value: Node, changesOf: ChangesOf): TextChange[] {
  const node = unwrapped(value);
  const literal = literalChanges(code, node, changesOf);
  if (literal !== undefined) return literal;
  switch (node.type) {
    case "TemplateLiteral":
      return templateChanges(code, node, "cooked", changesOf);
    case "Property":
      return textChangesIn(code, node.value, changesOf);
    case "ArrayExpression":
    case "ObjectExpression":
    case "ConditionalExpression":
    case "LogicalExpression":
      return childrenOf<Node>(node).flatMap((child) => textChangesIn(code, child, changesOf));
    default:
      return [];
  }
}

/** Returns the difference of two texts as a single change, without the common prefix and suffix. */
function difference(before: string, after: string): ChangedPart {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let same = 0;
  while (same < most - start && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  return {
    span: { start, end: before.length - same },
    text: after.slice(start, after.length - same),
  };
}

export function changedLiteral(
  { module, node }: Written,
  before: string,
  after: string,
): TextChange[] {
  const literal = LiteralText.of(module.code, node);
  if (literal?.value !== before) return [];
  const { span, text } = difference(before, after);
  return [literal.splice(span, text)];
}
