import { shortened, type Expression, type TextForm } from "@traffic-policy/policy-language";
import { comparedTexts, comparesWhole } from "../../analysis/expression/compared-texts.ts";
import { partsOf } from "../../analysis/expression/parts-of.ts";
import { editsOf } from "../../analysis/expression/replacement.ts";
import { isText, type TextLiteral } from "../../analysis/expression/text-literal.ts";
import { variableOf } from "../../analysis/expression/variable-of.ts";
import { toWrite, writtenLike } from "../../analysis/expression/written.ts";
import type { ExpressionNode } from "../../nodes/expression-node.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "warning",
  fix: "unsafe",
  docs: {
    what: "A method, a header name or a similar text begins or ends with a space.",
    wrong: `{ "inbound": [ { "expressions": ["req.method == 'TRACE '"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "expressions": ["req.method == 'TRACE'"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "Texts are compared character by character, and a space at the end is easy to overlook. Methods, hosts, addresses, media types and the names of headers and cookies never begin or end with one; paths and the names of parameters rarely do. The fix changes what the rule matches; look at it before.",
  },
  visit: {
    expression(node, report) {
      const literals = new Set([...comparedLiterals(node), ...names(node)]);
      for (const { span, value } of literals) {
        const trimmed = value.trim();
        if (span === undefined || trimmed === value || trimmed === "") continue;
        const text = writtenLike(node.text, span, trimmed);
        const where = value.startsWith(trimmed)
          ? "ends"
          : value.endsWith(trimmed)
            ? "begins"
            : "begins and ends";
        report({
          ...node.at(span),
          message: `'${shortened(value)}' ${where} with a space.`,
          help: `${toWrite(text)}.`,
          fix: { title: toWrite(text), safe: false, edits: editsOf(node, [{ span, text }]) },
        });
      }
    },
  },
});

/** Of a part of these a space can be an end, of the others it cannot. */
const mayHaveSpaces: ReadonlySet<TextForm> = new Set(["path", "query"]);
/** The rules about these tell every text that is none. */
const ofOtherRules: ReadonlySet<TextForm> = new Set(["country-code", "scheme"]);

function comparedLiterals(node: ExpressionNode): TextLiteral[] {
  return comparedTexts(node).flatMap(({ variable: { form }, comparison, literal }) =>
    form === undefined ||
    ofOtherRules.has(form) ||
    (mayHaveSpaces.has(form) && !comparesWhole(comparison))
      ? []
      : [literal],
  );
}

/** The names that headers, cookies and parameters are asked for by. */
function names(node: ExpressionNode): TextLiteral[] {
  const parts = node.tree === undefined ? [] : partsOf(node.tree);
  return parts.map((part) => nameIn(node, part.node)).filter(isText);
}

function nameIn(node: ExpressionNode, part: Expression): Expression | undefined {
  if (part.kind === "call") {
    const definition = node.place.dialect.functions.get(part.name);
    const isOfMap = part.target === undefined && definition?.reads !== undefined;
    return isOfMap ? part.arguments[0] : undefined;
  }
  const [map, key] =
    part.kind === "index"
      ? [part.operand, part.index]
      : part.kind === "binary" && part.operator === "in"
        ? [part.right, part.left]
        : [];
  return map !== undefined && variableOf(node, map)?.type.startsWith("map(") ? key : undefined;
}
