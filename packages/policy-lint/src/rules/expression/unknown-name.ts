import {
  describeCheckError,
  type Call,
  type CheckError,
  type CheckErrorCode,
  type Span,
} from "@traffic-policy/policy-language";
import { isEnvironmentVariable } from "../../analysis/expression/environment-variable.ts";
import { fixOf, isBetterWith, type Replacement } from "../../analysis/expression/replacement.ts";
import type { ExpressionNode } from "../../nodes/expression-node.ts";
import { defineRule } from "../../rule.ts";

const codes = new Set<CheckErrorCode>([
  "unknown-variable",
  "unknown-function",
  "unknown-method",
  "unknown-field",
  "namespace-as-value",
]);

export default defineRule({
  severity: "error",
  fix: "unsafe",
  docs: {
    what: "An expression uses a variable, function, method or field that does not exist.",
    wrong: `{ "inbound": [ { "name": "old browsers", "expressions": ["req.user_agent.includes('MSIE')"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "old browsers", "expressions": ["req.user_agent.contains('MSIE')"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "The service compiles the expressions when a policy is stored and refuses the policy when a name is unknown. For a name of another language or system the help says what to write instead.",
  },
  only: { checkError: (code) => codes.has(code) },
  visit: {
    checkError({ expression, error }, report) {
      if (isEnvironmentVariable(expression)) return;
      const replacement = nameReplacement(expression, error);
      // The interpolations of the earliest policies were not CEL, and began with a dot.
      const isEarliest = expression.role === "interpolation" && /^\s*\./.test(expression.text);
      report({
        ...expression.at(error.span),
        ...describeCheckError(error),
        ...(isEarliest && { atMost: "warning" }),
        ...(error.unsure && { atMost: "info" }),
        ...(replacement && { fix: fixOf(expression, [replacement]) }),
      });
    },
  },
});

function nameReplacement(
  node: ExpressionNode,
  { code, span, args, suggestion }: CheckError,
): Replacement | undefined {
  const place = code === "unknown-variable" ? span : span && nameSpan(node, span, code);
  const name = args["name"] ?? "";
  // A word in capitals is probably a string without quotes: `req.method == GET`.
  const text = suggestion ?? (/^[A-Z]{2,}$/.test(name) ? `'${name}'` : undefined);
  if (place === undefined || text === undefined) return undefined;
  const replacement = { span: place, text: text.replace(/\(\)$/, "") };
  return isBetterWith(node, [replacement]) ? replacement : undefined;
}

function nameSpan({ parts }: ExpressionNode, span: Span, code: CheckErrorCode): Span | undefined {
  for (const { node } of parts) {
    if (node.span !== span) continue;
    if (node.kind === "select") return node.fieldSpan;
    if (node.kind === "call") return callSpan(node, code);
  }
  return undefined;
}

/** Returns the span of the full name of a called function: for `base64.decode`, includes the part before the dot. */
function callSpan({ target, nameSpan: name }: Call, code: CheckErrorCode): Span | undefined {
  const isDotted = code === "unknown-function" && target?.span !== undefined;
  return isDotted && name ? { start: target.span.start, end: name.end } : name;
}
