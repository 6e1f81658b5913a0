import { shortened } from "@traffic-policy/policy-language/internal";
import { controlCharacters, withoutSlashes } from "../../analysis/expression/misread-pattern.ts";
import { plainPattern } from "../../analysis/expression/plain-pattern.ts";
import {
  fixOf,
  toWrite,
  writtenLike,
  writtenOperand,
} from "../../analysis/expression/replacement.ts";
import { patternTarget } from "../../nodes/tree-parts.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "info",
  strict: "warning",
  fix: "safe",
  docs: {
    what: "A regular expression is plain text, perhaps with anchors, so a simpler method does the same.",
    wrong: `{ "inbound": [ { "name": "api", "expressions": ["req.url.path.matches('^/api/')"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "api", "expressions": ["req.url.path.startsWith('/api/')"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "`startsWith`, `endsWith`, `contains` and `==` show at a glance what is tested, need no escapes, and are faster.",
  },
  only: { formattedText: (format) => format === "regular-expression" },
  visit: {
    formattedText(part, report) {
      const { expression, literal, call } = part;
      const { checked, text } = expression;
      const plain = plainPattern(literal.value);
      const target = patternTarget(call);
      // Their own rules report patterns that were meant otherwise: a fix would keep the mistake.
      if (controlCharacters(literal.value).length > 0) return;
      if (withoutSlashes(part) !== undefined) return;
      if (plain === undefined || target === undefined || call.span === undefined) return;
      // With another type at run time, == is false where the method fails.
      if (checked?.errors.length !== 0 || checked.types.get(target)?.kind !== "string") return;
      // expression/address-pattern has better advice for addresses.
      if (expression.variableOf(target)?.form === "ip-address") return;
      const parent = expression.parts.find(({ node }) => node === call)?.parent;
      const value = writtenLike(text, literal.span, plain.value);
      const operand = writtenOperand(text, target);
      const comparison = `${operand} == ${value}`;
      const isApart = parent === undefined || ["list", "map", "call"].includes(parent.kind);
      const isJoined = parent?.kind === "binary" && /^(&&|\|\|)$/.test(parent.operator);
      const written =
        plain.method !== "=="
          ? `${operand}.${plain.method}(${value})`
          : isApart || isJoined
            ? comparison
            : `(${comparison})`;
      report({
        ...expression.at(call.span),
        message: `No regular expression is needed for ${shortened(literal.value)}.`,
        help: `${toWrite(written)}.`,
        fix: { ...fixOf(expression, [{ span: call.span, text: written }]), safe: true },
      });
    },
  },
});
