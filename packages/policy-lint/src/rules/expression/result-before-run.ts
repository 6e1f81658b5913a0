import { printExpression, shortened, variablesOf } from "@traffic-policy/policy-language";
import { unguarded } from "../../analysis/expression/unguarded.ts";
import type { ActionNode } from "../../nodes/action-node.ts";
import type { ExpressionNode } from "../../nodes/expression-node.ts";
import { defineRule, type Report } from "../../rule.ts";

export default defineRule({
  severity: "warning",
  docs: {
    what: "An expression reads the result of an action that has not run.",
    wrong: `{ "inbound": [ { "expressions": ["actions.ngrok.restrict_ips.action == 'deny'"], "actions": [ { "type": "deny" } ] }, { "actions": [ { "type": "restrict-ips", "config": { "enforce": false, "allow": ["192.0.2.0/24"] } } ] } ] }`,
    right: `{ "inbound": [ { "actions": [ { "type": "restrict-ips", "config": { "enforce": false, "allow": ["192.0.2.0/24"] } } ] }, { "expressions": ["actions.ngrok.restrict_ips.action == 'deny'"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "An action sets its results when it runs, and they stay until it runs again. What an expression gives that reads one before is not documented; it may fail, and with it the request. When the action stands in a rule that not every request matches, that is only pointed out.",
  },
  visit: {
    document(document, report) {
      const results = variablesOf(document.dialect).filter(({ setBy }) => setBy !== undefined);
      const namespaces = [...new Set(results.map(({ name }) => name.split(".", 1)[0] ?? ""))];
      const text = JSON.stringify(document.value);
      // Hardly any policy reads a result, and reading all expressions takes time.
      if (!namespaces.some((name) => text.includes(`${name}.`))) return;
      /** The types of actions that have run before, surely or perhaps. */
      const sure = new Set<string>();
      const perhaps = new Set<string>();
      for (const rule of document.rules) {
        const isAlways = rule.conditions.length === 0;
        for (const one of rule.conditions) look(one, sure, perhaps, report);
        const here = new Set<string>();
        for (const action of rule.actions) {
          lookAtConfig(action, new Set([...sure, ...here]), perhaps, report);
          here.add(action.type);
        }
        for (const type of here) (isAlways ? sure : perhaps).add(type);
        rule.forget();
      }
    },
  },
});

function lookAtConfig(
  action: ActionNode,
  sure: ReadonlySet<string>,
  perhaps: ReadonlySet<string>,
  report: Report,
): void {
  for (const expression of action.expressions) look(expression, sure, perhaps, report);
}

function look(
  expression: ExpressionNode,
  sure: ReadonlySet<string>,
  perhaps: ReadonlySet<string>,
  report: Report,
): void {
  const told = new Set<string>();
  for (const { access } of unguarded(expression)) {
    const { setBy, span, guard = "" } = access;
    if (setBy === undefined || sure.has(setBy) || told.has(setBy)) continue;
    told.add(setBy);
    const text = shortened(printExpression(access.node));
    const mayHaveRun = perhaps.has(setBy);
    report({
      ...expression.at(span),
      message: mayHaveRun
        ? `${text} is set by ${setBy}, which does not run for every request.`
        : `${text} is set by ${setBy}, and none runs before.`,
      help: mayHaveRun
        ? `Add the condition ${guard}.`
        : `Put the rule after one with the action ${setBy}.`,
      ...(mayHaveRun && { atMost: "info" as const }),
    });
  }
}
