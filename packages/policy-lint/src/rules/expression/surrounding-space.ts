import { type TextForm } from "@traffic-policy/policy-language";
import { shortened } from "@traffic-policy/policy-language/internal";
import { fixOf, toWrite, writtenLike } from "../../analysis/expression/replacement.ts";
import type { ExpressionNode } from "../../nodes/expression-node.ts";
import { comparesWhole } from "../../nodes/expression-parts.ts";
import { isText, type TextLiteral } from "../../nodes/tree-parts.ts";
import { defineRule, type Report } from "../../rule.ts";

export default defineRule({
  severity: "warning",
  fix: "unsafe",
  docs: {
    what: "A method, a header name or a similar text begins or ends with a space.",
    wrong: `{ "inbound": [ { "expressions": ["req.method == 'TRACE '"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "expressions": ["req.method == 'TRACE'"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "Text is compared character by character, and a space at the end is easy to overlook. Methods, hosts, addresses, media types and the names of headers and cookies never begin or end with one; paths and the names of parameters rarely do. The fix changes what the rule matches; review it first.",
  },
  only: {
    comparedText: ({ form }) => form !== undefined && !ofOtherRules.has(form),
    call: ({ reads }) => reads !== undefined,
    access: ({ type }) => type.startsWith("map("),
  },
  visit: {
    comparedText({ expression, variable: { form }, comparison, literal }, report) {
      if (form !== undefined && mayHaveSpaces.has(form) && !comparesWhole(comparison)) return;
      look(expression, literal, report);
    },
    // The names by which headers, cookies and parameters are read.
    call({ expression, node }, report) {
      const [name] = node.arguments;
      if (node.target === undefined && isText(name)) look(expression, name, report);
    },
    access({ expression, key }, report) {
      if (isText(key)) look(expression, key, report);
    },
  },
});

/** A part of these can begin or end with a space; a part of the others cannot. */
const mayHaveSpaces: ReadonlySet<TextForm> = new Set(["path", "query"]);
/** Their own rules report every invalid text. */
const ofOtherRules: ReadonlySet<TextForm> = new Set(["country-code", "scheme"]);

function look(expression: ExpressionNode, { span, value }: TextLiteral, report: Report): void {
  const trimmed = value.trim();
  if (span === undefined || trimmed === value || trimmed === "") return;
  const text = writtenLike(expression.text, span, trimmed);
  const where = value.startsWith(trimmed)
    ? "ends"
    : value.endsWith(trimmed)
      ? "begins"
      : "begins and ends";
  report({
    ...expression.at(span),
    message: `'${shortened(value)}' ${where} with a space.`,
    help: `${toWrite(text)}.`,
    fix: fixOf(expression, [{ span, text }]),
  });
}
