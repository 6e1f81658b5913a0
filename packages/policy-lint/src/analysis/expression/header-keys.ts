import {
  type Expression,
  type Span,
  type VariableDefinition,
} from "@traffic-policy/policy-language";
import { canonicalHeaderName } from "@traffic-policy/policy-language/internal";
import type { ExpressionNode } from "../../nodes/expression-node.ts";
import type { AccessPart, CallPart } from "../../nodes/expression-parts.ts";
import { isText, type TextLiteral, textOf } from "../../nodes/tree-parts.ts";
import { writtenLike } from "./replacement.ts";

export interface HeaderKey {
  readonly key: string;
  readonly span: Span;
  readonly holder: string;
  readonly form: "canonical" | "lower-case";
  readonly wanted: string;
  readonly text: string;
}

export function headerKeyInCall({ expression, node, definition }: CallPart): HeaderKey | undefined {
  const [first] = node.arguments;
  const { headerName: form } = definition;
  if (form === undefined || node.target !== undefined || !isText(first)) return undefined;
  const wanted = canonicalHeaderName(first.value);
  return literalKey(expression, first, { holder: `${node.name}()`, form, wanted });
}

export function headerKeyInMap({
  expression,
  node,
  variable,
  key,
}: AccessPart): HeaderKey | undefined {
  const { name: holder, headerKeys: form } = variable;
  if (form === undefined) return undefined;
  if (node.kind === "select" && node.fieldSpan !== undefined) {
    const wanted = node.field.toLowerCase();
    const { field, fieldSpan: span } = node;
    return wanted === field ? undefined : { key: field, span, holder, form, wanted, text: wanted };
  }
  if (!isText(key)) return undefined;
  return literalKey(expression, key, { holder, form, wanted: key.value.toLowerCase() });
}

function literalKey(
  { text }: ExpressionNode,
  { value, span }: TextLiteral,
  found: Pick<HeaderKey, "holder" | "form" | "wanted">,
): HeaderKey | undefined {
  if (span === undefined || found.wanted === value) return undefined;
  return { key: value, span, ...found, text: writtenLike(text, span, found.wanted) };
}

export function headerOf(node: ExpressionNode, part: Expression): string | undefined {
  if (part.kind === "call") {
    const definition = node.place.dialect.functions.get(part.name);
    const isRead = definition?.headerName !== undefined && part.name.startsWith("get");
    return isRead && part.target === undefined ? textOf(part.arguments[0]) : undefined;
  }
  if (part.kind !== "index" && part.kind !== "select") return undefined;
  const variable = node.variableOf(part.operand);
  if (variable === undefined || !isHeaderMap(variable)) return undefined;
  return part.kind === "index" ? textOf(part.index) : part.field;
}

export function isHeaderMap({ name }: VariableDefinition): boolean {
  return /\.headers$/i.test(name);
}
