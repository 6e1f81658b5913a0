import type { CheckError } from "@traffic-policy/policy-language";
import type { ExpressionNode } from "../../nodes/expression-node.ts";
import type { Fix } from "../../rule.ts";
import { checkReplaced, editsOf } from "./replacement.ts";
import { toWrite, writtenLike } from "./written.ts";

/**
 * The fix that gives the literal that an error is about another value, when the error is gone with
 * it. It is never safe: what was wrong did something else, or nothing at all.
 */
export function literalFix(
  node: ExpressionNode,
  { span }: CheckError,
  value: string | undefined,
): Fix | undefined {
  if (value === undefined || span === undefined) return undefined;
  const text = writtenLike(node.text, span, value);
  const before = node.checked?.errors.length ?? 0;
  const after = checkReplaced(node, [{ span, text }])?.errors.length ?? before;
  if (after >= before) return undefined;
  return { title: toWrite(text), safe: false, edits: editsOf(node, [{ span, text }]) };
}
