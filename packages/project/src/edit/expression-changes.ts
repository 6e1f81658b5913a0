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
 * Returns the code changes for edits of an expression's text: in `` cel`…` `` or `cel.text("…")`, or in a string
 * argument of a typed call.
 *
 * @param node - the code that builds the expression
 * @param text - the expression as in the document
 * @throws CannotChange when its location is uncertain
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

/** Returns the only literal argument of a call, such as `cel.text("…")`, or the literal that an expression is. */
function wholeText(code: SourceCode, node: Node): LiteralText | undefined {
  if (node.type !== "CallExpression") return LiteralText.of(code, node);
  const [only, ...others] = node.arguments;
  return only === undefined || others.length > 0 ? undefined : LiteralText.of(code, only);
}

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
  readonly isPlain: boolean;
}

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

function withParameters(
  { params }: ArrowFunctionExpression,
  names: ReadonlySet<string>,
): ReadonlySet<string> {
  const own = params.flatMap((param) => (param.type === "Identifier" ? [param.name] : []));
  return new Set([...names, ...own]);
}

/**
 * True when a string below a node becomes part of the expression unchanged.
 *
 * @param names - the names from the builder
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
