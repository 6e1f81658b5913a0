import { printExpression, type Expression } from "@traffic-policy/policy-language";
import { never } from "@traffic-policy/policy-logic";
import { tooMuch } from "../../analysis/logic/too-much.ts";
import { headerKeyInMap } from "../../analysis/expression/header-keys.ts";
import { unguarded, unguardedFinding } from "../../analysis/expression/unguarded.ts";
import { readVariable } from "../../analysis/flow/set-variables.ts";
import type { ExpressionNode } from "../../nodes/expression-node.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "warning",
  fix: "unsafe",
  docs: {
    what: "An expression reads an entry of a map, an item of a list or a value that some requests do not have.",
    wrong: `{ "inbound": [ { "name": "testers", "expressions": ["req.headers['x-tester'][0] == 'yes'"], "actions": [ { "type": "deny" } ] }, { "name": "large", "expressions": ["req.content_length > 1000000"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "testers", "expressions": ["'x-tester' in req.headers", "req.headers['x-tester'][0] == 'yes'"], "actions": [ { "type": "deny" } ] }, { "name": "large", "expressions": ["has(req.content_length) && req.content_length > 1000000"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "A request does not have every header, cookie or parameter, and one without a body has no length. An expression that reads a missing value fails, and the request with it. A guard can be in the same expression or in an earlier one. Whether a later guard keeps the request from failing is not documented, so that is only a hint. The fix adds a guard to the condition: the rule then does not match where the value is missing, so review it first.",
  },
  visit: {
    expressionInRule({ expression: node, rule }, report) {
      // The key of a bucket is documented with a header that nothing guards.
      if (node.role === "value") return;
      const found = unguarded(node, rule);
      if (found === undefined) {
        report(tooMuch(node.at(), "what fails where something is missing"));
        return;
      }
      if (found.length === 0) return;
      const accesses = found.filter(
        ({ access: { kind, missing } }) => kind !== "value" || (missing && !missing.isInferred),
      );
      const nodes = new Set(accesses.map(({ access }) => access.node));
      const reported = new Set<string>();
      for (const one of accesses) {
        const { access, text } = one;
        const { node: accessed, kind, missing, guard, isThere } = access;
        const key = guard ?? printExpression(accessed);
        // The guard of the map also guards the item of the list there.
        if ("operand" in accessed && nodes.has(accessed.operand)) continue;
        if (reported.has(key) || isMisspelt(node, accessed)) continue;
        // expression/variable-before-set knows what is set before.
        if (readVariable(accessed, node) !== undefined) continue;
        reported.add(key);
        if (guard === undefined) {
          report({
            ...node.at(access.span),
            message: `${text} always fails: indexes start at 0.`,
            help: "Count from the start of the list, such as [0] for the first item.",
            claim: "fails",
          });
          continue;
        }
        if (kind !== "value" && isThere === never) {
          report({
            ...node.at(access.span),
            message: `${text} always fails: there is no such ${nouns[kind]}.`,
            help: kind === "entry" ? "Correct the key." : "Correct the index.",
            claim: "fails",
          });
          continue;
        }
        const when = missing?.when ?? `there is no such ${nouns[kind]}`;
        report(unguardedFinding(node, one, `${text} fails when ${when}`));
      }
    },
  },
});

const nouns = { entry: "entry", item: "item", value: "value" };

/** True when a key never exists; expression/header-case reports it. */
function isMisspelt(expression: ExpressionNode, node: Expression): boolean {
  const variable = node.kind === "index" ? expression.variableOf(node.operand) : undefined;
  if (node.kind !== "index" || variable === undefined) return false;
  return headerKeyInMap({ expression, node, variable, key: node.index }) !== undefined;
}
