import {
  canonicalHeaderName,
  type Call,
  type Expression,
  type Span,
} from "@traffic-policy/policy-language";
import type { ExpressionNode } from "../../nodes/expression-node.ts";
import { partsOf } from "./parts-of.ts";
import { isText, type TextLiteral } from "./text-literal.ts";
import { variableOf } from "./variable-of.ts";
import { writtenLike } from "./written.ts";

/** The name of a header that is not written as what it is given to knows it. */
export interface HeaderKey {
  readonly key: string;
  readonly span: Span;
  /** The map or function. */
  readonly holder: string;
  readonly form: "canonical" | "lower-case";
  /** How the name has to be written. */
  readonly wanted: string;
  /** The same as a part of the expression. */
  readonly text: string;
}

/** The names of headers in an expression that are not in the letters that they have to be in. */
export function headerKeys(node: ExpressionNode): HeaderKey[] {
  if (node.tree === undefined) return [];
  return partsOf(node.tree).flatMap(({ node: part }) => {
    const found = part.kind === "call" ? inCall(node, part) : inMap(node, part);
    return found === undefined || found.wanted === found.key ? [] : [found];
  });
}

function inCall({ text, place }: ExpressionNode, { name, target, arguments: given }: Call) {
  const [first] = given;
  const definition = target === undefined ? place.dialect.functions.get(name) : undefined;
  if (definition?.headerName === undefined || !isText(first)) return undefined;
  return literalKey(text, first, {
    holder: `${name}()`,
    form: definition.headerName,
    wanted: canonicalHeaderName(first.value),
  });
}

function inMap(node: ExpressionNode, part: Expression): HeaderKey | undefined {
  const [map, key] =
    part.kind === "index"
      ? [part.operand, part.index]
      : part.kind === "binary" && part.operator === "in"
        ? [part.right, part.left]
        : part.kind === "select"
          ? [part.operand, undefined]
          : [];
  const definition = map && variableOf(node, map);
  if (definition?.headerKeys === undefined) return undefined;
  const holder = definition.name;
  const form = definition.headerKeys;
  if (part.kind === "select" && part.fieldSpan !== undefined) {
    const wanted = part.field.toLowerCase();
    return { key: part.field, span: part.fieldSpan, holder, form, wanted, text: wanted };
  }
  return isText(key)
    ? literalKey(node.text, key, { holder, form, wanted: key.value.toLowerCase() })
    : undefined;
}

function literalKey(
  text: string,
  { value, span }: TextLiteral,
  found: Pick<HeaderKey, "holder" | "form" | "wanted">,
): HeaderKey | undefined {
  return span && { key: value, span, ...found, text: writtenLike(text, span, found.wanted) };
}
