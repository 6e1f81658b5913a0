import {
  parseExpression,
  type Expression,
  type Literal,
  type Span,
} from "@traffic-policy/policy-language";
import type { ArrowFunctionExpression, Node } from "oxc-parser";
import { childrenOf, unwrapped, type SourceCode } from "../source/source-code.ts";
import { LiteralText, TemplateParts } from "./literal-text.ts";
import {
  changed,
  notSupported,
  notUnique,
  notWritten,
  type SpanEdit,
  type TextChange,
} from "./text-change.ts";

/**
 * The changes in code that make edits of the text of an expression: in the text of `` cel`…` `` or
 * `cel.text("…")`, or in a string that a typed call takes.
 *
 * @param node - what the expression is built by
 * @param text - the expression as it is in the document
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
  const changes: TextChange[] = [];
  const inStrings: SpanEdit[] = [];
  for (const edit of edits) {
    const change = template?.splice(edit.span, edit.text);
    if (change === undefined) inStrings.push(edit);
    else changes.push(change);
  }
  return inStrings.length === 0
    ? changes
    : [...changes, ...stringChanges(code, node, text, inStrings)];
}

/** The one literal that a call takes, such as that of `cel.text("…")`, or that an expression is. */
function wholeText(code: SourceCode, node: Node): LiteralText | undefined {
  if (node.type !== "CallExpression") return LiteralText.of(code, node);
  const [only, ...others] = node.arguments;
  return only === undefined || others.length > 0 ? undefined : LiteralText.of(code, only);
}

/** The changes of the strings in code that became the literals that edits change. */
function stringChanges(
  code: SourceCode,
  node: Node,
  text: string,
  edits: readonly SpanEdit[],
): TextChange[] {
  const parsed = parseExpression(text);
  if (!parsed.ok) throw notSupported();
  const literals = stringsIn(parsed.tree);
  const editsOf = new Map<StringLiteral, SpanEdit[]>();
  for (const edit of edits) {
    const literal = literals.find(({ span }) => span !== undefined && isInside(edit.span, span));
    if (literal === undefined) throw notSupported();
    editsOf.set(literal, [...(editsOf.get(literal) ?? []), edit]);
  }
  const written = strings(code, node);
  return [...editsOf].map(([literal, own]) => {
    const value = editedValue(text, literal, own);
    if (value === undefined) throw notSupported();
    const isTwice = literals.some((one) => one !== literal && one.value === literal.value);
    const [only, other] = written.filter((one) => one.text.value === literal.value);
    if (isTwice || other !== undefined) throw notUnique();
    if (only?.isPlain !== true) throw notWritten();
    return only.text.replace(value);
  });
}

function isInside(inner: Span, outer: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** The value of a literal after edits of how it is written; nothing when it is none any more. */
function editedValue(
  text: string,
  { span: whole = { start: 0, end: 0 } }: StringLiteral,
  edits: readonly SpanEdit[],
): string | undefined {
  const changes = edits.map(({ span, text: put }) => ({
    start: span.start - whole.start,
    end: span.end - whole.start,
    text: put,
  }));
  const parsed = parseExpression(changed(text.slice(whole.start, whole.end), changes));
  return parsed.ok ? stringOf(parsed.tree) : undefined;
}

type StringLiteral = Literal & { readonly type: "string" };

function stringOf(node: Expression): string | undefined {
  return node.kind === "literal" && node.type === "string" ? node.value : undefined;
}

function stringsIn(node: unknown): StringLiteral[] {
  if (typeof node !== "object" || node === null) return [];
  const { kind, type } = node as Partial<Literal>;
  if (kind === "literal" && type === "string") return [node as StringLiteral];
  return Object.values(node).flatMap(stringsIn);
}

interface WrittenString {
  readonly text: LiteralText;
  /** Whether nothing but the builder's own calls is between it and the expression. */
  readonly isPlain: boolean;
}

/** The strings that are written in a call, in its arguments and in what it is a method of. */
function strings(code: SourceCode, node: Node): WrittenString[] {
  const found: WrittenString[] = [];
  const visit = (wrapped: Node, isPlain: boolean, names: ReadonlySet<string>): void => {
    const inner = unwrapped(wrapped);
    const text = LiteralText.of(code, inner);
    if (text !== undefined) found.push({ text, isPlain });
    const known = inner.type === "ArrowFunctionExpression" ? withParameters(inner, names) : names;
    const isOwn = inner === node || passesOn(inner, known);
    for (const child of childrenOf(inner)) visit(child, isPlain && isOwn, known);
  };
  visit(node, true, new Set(code.importsOfBuilder.keys()));
  return found;
}

/** What a function such as that of `some` is given is of the builder, too. */
function withParameters(
  { params }: ArrowFunctionExpression,
  names: ReadonlySet<string>,
): ReadonlySet<string> {
  const own = params.flatMap((param) => (param.type === "Identifier" ? [param.name] : []));
  return new Set([...names, ...own]);
}

/**
 * Whether a string below a node becomes a part of the expression as it is.
 *
 * @param names - what is of the builder
 */
function passesOn(node: Node, names: ReadonlySet<string>): boolean {
  switch (node.type) {
    case "MemberExpression":
    case "ArrayExpression":
    case "TemplateLiteral":
      return true;
    case "CallExpression":
    case "TaggedTemplateExpression": {
      const root = rootOf(node);
      return root !== undefined && names.has(root);
    }
    case "ArrowFunctionExpression":
      return node.expression;
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
