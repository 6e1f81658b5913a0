import type { CheckError, Expression, Span } from "@traffic-policy/policy-language";
import type { ExpressionNode } from "../../nodes/expression-node.ts";
import { partsOf } from "./parts-of.ts";
import { checkReplaced, type Replacement } from "./replacement.ts";

/** Puts the name that was probably meant in the place of an unknown one. */
export function nameReplacement(
  node: ExpressionNode,
  { code, span, args, suggestion }: CheckError,
): Replacement | undefined {
  if (span === undefined || node.tree === undefined) return undefined;
  const place = code === "unknown-variable" ? span : nameSpan(node.tree, span);
  const name = args["name"] ?? "";
  // A word in capitals is a text without its quotes: `req.method == GET`.
  const text = suggestion ?? (/^[A-Z]{2,}$/.test(name) ? `'${name}'` : undefined);
  if (place === undefined || text === undefined) return undefined;
  const replacement = { span: place, text: text.replace(/\(\)$/, "") };
  const before = node.checked?.errors.length ?? 0;
  const after = checkReplaced(node, [replacement])?.errors.length ?? before;
  return after < before ? replacement : undefined;
}

function nameSpan(tree: Expression, span: Span): Span | undefined {
  for (const { node } of partsOf(tree)) {
    if (node.span !== span) continue;
    if (node.kind === "select") return node.fieldSpan;
    if (node.kind === "call") return node.nameSpan;
  }
  return undefined;
}
