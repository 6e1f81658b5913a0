import { parseExpression, type Expression, type Literal } from "@traffic-policy/policy-language";
import type { Node } from "oxc-parser";
import { notSupported, notUnique, notWritten } from "./cannot-change.ts";
import { LiteralText } from "./literal-text.ts";
import { childrenOf, unwrapped, type SourceCode } from "./source-code.ts";
import { TemplateParts } from "./template-parts.ts";
import type { SpanEdit } from "./span-edit.ts";
import type { TextChange } from "./text-change.ts";

/**
 * The changes in code that make edits of the text of an expression: in the text of `` cel`…` `` or
 * `cel.text("…")`, or in a string that a typed call takes.
 *
 * @param node - what the expression is built by
 * @param text - the expression as it stands in the document
 * @throws CannotChange when it is not sure where that is written
 */
export function expressionChanges(
  code: SourceCode,
  node: Node,
  text: string,
  edits: readonly SpanEdit[],
): TextChange[] {
  const whole = wholeText(code, node);
  if (whole?.value === text) return edits.map(({ span, text: put }) => whole.splice(span, put));
  const template =
    node.type === "TaggedTemplateExpression"
      ? new TemplateParts(code, node.quasi, text, "raw")
      : undefined;
  return edits.map(
    (edit) => template?.splice(edit.span, edit.text) ?? literalChange(code, node, text, edit),
  );
}

/** The one literal that a call takes, such as that of `cel.text("…")`, or that an expression is. */
function wholeText(code: SourceCode, node: Node): LiteralText | undefined {
  if (node.type !== "CallExpression") return LiteralText.of(code, node);
  const [only, ...others] = node.arguments;
  return only === undefined || others.length > 0 ? undefined : LiteralText.of(code, only);
}

/** The change of the string in code that became the literal that an edit changes. */
function literalChange(
  code: SourceCode,
  node: Node,
  text: string,
  { span, text: put }: SpanEdit,
): TextChange {
  const parsed = parseExpression(text);
  if (!parsed.ok) throw notSupported();
  const literals = stringsIn(parsed.tree);
  const literal = literals.find(
    (one) => one.span !== undefined && one.span.start <= span.start && span.end <= one.span.end,
  );
  if (literal?.span === undefined) throw notSupported();
  const { start, end } = literal.span;
  const replaced = parseExpression(text.slice(start, span.start) + put + text.slice(span.end, end));
  const value = replaced.ok ? stringOf(replaced.tree) : undefined;
  if (value === undefined) throw notSupported();
  if (literals.filter((one) => one.value === literal.value).length > 1) throw notUnique();
  const written = strings(code, node).filter((one) => one.text.value === literal.value);
  const [only, other] = written;
  if (other !== undefined) throw notUnique();
  if (only?.isPlain !== true) throw notWritten();
  return only.text.replace(value);
}

function stringOf(node: Expression): string | undefined {
  return node.kind === "literal" && node.type === "string" ? node.value : undefined;
}

/** The literals of an expression that are strings. */
function stringsIn(node: unknown): (Literal & { type: "string" })[] {
  if (typeof node !== "object" || node === null) return [];
  const { kind, type } = node as Partial<Literal>;
  if (kind === "literal" && type === "string") return [node as Literal & { type: "string" }];
  return Object.values(node).flatMap(stringsIn);
}

interface WrittenString {
  readonly text: LiteralText;
  /** Whether nothing but the builder's own calls stands between it and the expression. */
  readonly isPlain: boolean;
}

/** The strings that are written in a call, in its arguments and in what it is a method of. */
function strings(code: SourceCode, node: Node): WrittenString[] {
  const builder = code.importsFrom("@traffic-policy/policy-builder");
  const found: WrittenString[] = [];
  const visit = (wrapped: Node, isPlain: boolean): void => {
    const inner = unwrapped(wrapped);
    const text = LiteralText.of(code, inner);
    if (text !== undefined) found.push({ text, isPlain });
    const isOwn = inner === node || passesOn(inner, builder);
    for (const child of childrenOf(inner)) visit(child, isPlain && isOwn);
  };
  visit(node, true);
  return found;
}

/** Whether a string below a node becomes a part of the expression as it is. */
function passesOn(node: Node, builder: ReadonlyMap<string, string>): boolean {
  switch (node.type) {
    case "MemberExpression":
    case "ArrayExpression":
      return true;
    case "CallExpression":
    case "TaggedTemplateExpression": {
      const root = rootOf(node);
      return root !== undefined && builder.has(root);
    }
    case "ArrowFunctionExpression":
      return node.expression;
    case "TemplateLiteral":
      return true;
    default:
      return false;
  }
}

/** The name that a chain of members and calls begins with. */
function rootOf(node: Node): string | undefined {
  const inner = unwrapped(node);
  switch (inner.type) {
    case "Identifier":
      return inner.name;
    case "MemberExpression":
      return rootOf(inner.object);
    case "CallExpression":
      return rootOf(inner.callee);
    case "TaggedTemplateExpression":
      return rootOf(inner.tag);
    default:
      return undefined;
  }
}
