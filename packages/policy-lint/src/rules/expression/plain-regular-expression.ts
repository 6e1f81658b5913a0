import { shortened } from "@traffic-policy/policy-language";
import { formattedLiterals } from "../../analysis/expression/formatted-literals.ts";
import { patternTarget } from "../../analysis/expression/pattern-target.ts";
import { plainPattern } from "../../analysis/expression/plain-pattern.ts";
import { editsOf } from "../../analysis/expression/replacement.ts";
import { variableOf } from "../../analysis/expression/variable-of.ts";
import { toWrite, writtenLike, writtenOperand } from "../../analysis/expression/written.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "info",
  strict: "warning",
  fix: "safe",
  docs: {
    what: "A regular expression is a plain text, perhaps with anchors, so another method says the same.",
    wrong: `{ "inbound": [ { "name": "api", "expressions": ["req.url.path.matches('^/api/')"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "api", "expressions": ["req.url.path.startsWith('/api/')"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "`startsWith`, `endsWith`, `contains` and `==` say at a glance what is asked, need no escapes, and are quicker.",
  },
  visit: {
    expression(node, report) {
      const { checked, text } = node;
      if (checked === undefined || checked.errors.length > 0) return;
      for (const { literal, call, parent } of formattedLiterals(node, "regular-expression")) {
        const plain = plainPattern(literal.value);
        const target = patternTarget(call);
        if (plain === undefined || target === undefined || call.span === undefined) continue;
        // With another type at run time, == is false where the method fails.
        if (checked.types.get(target)?.kind !== "string") continue;
        // For addresses there is something better: expression/address-pattern.
        if (variableOf(node, target)?.form === "ip-address") continue;
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
          ...node.at(call.span),
          message: `No regular expression is needed for ${shortened(literal.value)}.`,
          help: `${toWrite(written)}.`,
          fix: {
            title: toWrite(written),
            safe: true,
            edits: editsOf(node, [{ span: call.span, text: written }]),
          },
        });
      }
    },
  },
});
