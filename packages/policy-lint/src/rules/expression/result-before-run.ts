import { printExpression, type Dialect } from "@traffic-policy/policy-language";
import { shortened, variablesOf } from "@traffic-policy/policy-language/internal";
import { unguarded } from "../../analysis/expression/unguarded.ts";
import { isFilledMap } from "../../analysis/flow/set-variables.ts";
import type { ExpressionNode } from "../../nodes/expression-node.ts";
import type { RuleNode } from "../../nodes/rule-node.ts";
import type { Finding } from "../../finding.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "warning",
  docs: {
    what: "An expression reads the result of an action that has not run.",
    wrong: `{ "inbound": [ { "expressions": ["actions.ngrok.restrict_ips.action == 'deny'"], "actions": [ { "type": "deny" } ] }, { "actions": [ { "type": "restrict-ips", "config": { "enforce": false, "allow": ["192.0.2.0/24"] } } ] } ] }`,
    right: `{ "inbound": [ { "actions": [ { "type": "restrict-ips", "config": { "enforce": false, "allow": ["192.0.2.0/24"] } } ] }, { "expressions": ["actions.ngrok.restrict_ips.action == 'deny'"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "An action sets its results when it runs, and they stay until it runs again. What an expression evaluates to that reads a result earlier is not documented; it may fail, and the request with it. If the action is in a rule that not every request matches, that is only a hint.",
  },
  visit: {
    document(document, report) {
      const { dialect, memory, json } = document;
      const namespaces = memory.facts.once(resultNamespaces, () => resultNamespaces(dialect));
      // Hardly any policy reads a result, and parsing all expressions takes time.
      if (!namespaces.some((name) => json.includes(`${name}.`))) return;
      /** The types of the actions that have run before, certainly or possibly. */
      const sure = new Set<string>();
      const perhaps = new Set<string>();
      for (const rule of document.rules) {
        const isAlways = rule.conditions.length === 0;
        const look = (expression: ExpressionNode, types: ReadonlySet<string>): void => {
          for (const finding of tooEarly(expression, rule, types, perhaps)) report(finding);
        };
        for (const one of rule.conditions) look(one, sure);
        const here = new Set<string>();
        for (const action of rule.actions) {
          for (const one of action.expressions) look(one, new Set([...sure, ...here]));
          here.add(action.type);
        }
        for (const type of here) (isAlways ? sure : perhaps).add(type);
        rule.forget();
      }
    },
  },
});

function resultNamespaces(dialect: Dialect): readonly string[] {
  const results = variablesOf(dialect).filter(({ setBy }) => setBy !== undefined);
  return [...new Set(results.map(({ name }) => name.split(".", 1)[0] ?? ""))];
}

function tooEarly(
  expression: ExpressionNode,
  rule: RuleNode,
  sure: ReadonlySet<string>,
  perhaps: ReadonlySet<string>,
): Finding[] {
  const reported = new Set<string>();
  return (unguarded(expression, rule) ?? []).flatMap(({ access }): Finding[] => {
    const { setBy, span, guard = "" } = access;
    if (setBy === undefined || sure.has(setBy) || reported.has(setBy)) return [];
    // expression/variable-before-set says more of these.
    if (isFilledMap(access.node, expression)) return [];
    reported.add(setBy);
    const text = shortened(printExpression(access.node));
    const mayHaveRun = perhaps.has(setBy);
    return [
      {
        ...expression.at(span),
        message: mayHaveRun
          ? `${text} is set by ${setBy}, which does not run for every request.`
          : `${text} is set by ${setBy}, but no such action runs before.`,
        help: mayHaveRun
          ? `Add the condition ${guard}.`
          : `Move the rule after one with the action ${setBy}.`,
        claim: "fails",
        ...(mayHaveRun && { atMost: "info" as const }),
      },
    ];
  });
}
