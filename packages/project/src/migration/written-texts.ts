import type { Span } from "@traffic-policy/policy-language";
import type { Node, TemplateLiteral } from "oxc-parser";
import { LiteralText } from "../edit/literal-text.ts";
import type { TextChange } from "../edit/text-change.ts";
import type { Written } from "./modules.ts";
import { childrenOf, unwrapped, type SourceCode } from "../source/source-code.ts";

/** A part of a text, in UTF-16 units, and what is there afterwards. */
export interface ChangedPart {
  readonly span: Span;
  readonly text: string;
}

/** The changes of a text, in its order. */
export type ChangesOf = (text: string) => readonly ChangedPart[];

/** What stands in a gap of a template while its text is read; it is one operand, and no name that anything has. */
const gaps = {
  raw: (index: number) => `gap_${index}_.gap_${index}_`,
  cooked: () => "\ufffc",
};

/** The changes in code that change the text of a template; what is put in its gaps stays. */
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

/** The changes in code that change a text which is written as a literal; nothing for what is none. */
function literalChanges(
  code: SourceCode,
  node: Node,
  changesOf: ChangesOf,
): TextChange[] | undefined {
  const literal = LiteralText.of(code, node);
  return literal && changesOf(literal.value).map(({ span, text }) => literal.splice(span, text));
}

/** The changes of all texts that are written in a value: in its members, its items, and templates. */
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

/** What differs between two texts, as one part: without what is the same at both ends. */
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

/** The change of a literal that had one text, to have another one. */
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
