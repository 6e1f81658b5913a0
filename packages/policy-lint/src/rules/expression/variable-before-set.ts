import { printExpression } from "@traffic-policy/policy-language";
import { filledMaps, shortened } from "@traffic-policy/policy-language/internal";
import { unguarded } from "../../analysis/expression/unguarded.ts";
import { readVariable, setVariables } from "../../analysis/flow/set-variables.ts";
import type { ExpressionNode } from "../../nodes/expression-node.ts";
import type { RuleNode } from "../../nodes/rule-node.ts";
import type { Finding } from "../../finding.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "error",
  docs: {
    what: "An expression reads a variable of the policy that is not set before in the same phase.",
    wrong: `{ "on_http_request": [ { "expressions": ["vars.tier == 'free'"], "actions": [ { "type": "deny" } ] }, { "actions": [ { "type": "set-vars", "config": { "vars": [ { "tier": "free" } ] } } ] } ] }`,
    right: `{ "on_http_request": [ { "actions": [ { "type": "set-vars", "config": { "vars": [ { "tier": "free" } ] } } ] }, { "expressions": ["vars.tier == 'free'"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "A variable exists from the action that sets it to the end of the phase. Reading it earlier, or in another phase, fails. If the action that sets it is in a rule that not every request matches, that is only a hint.",
  },
  visit: {
    section({ document, rules: [first] }, report) {
      const { dialect, memory } = document;
      const maps = memory.facts.once(filledMaps, () => filledMaps(dialect));
      if (first === undefined || maps.length === 0) return undefined;
      /** The names that are set before, certainly or possibly. */
      const sure = new Set<string>();
      const perhaps = new Set<string>();
      return (rule) => {
        const look = (node: ExpressionNode, names: ReadonlySet<string>): void => {
          // Hardly any expression reads one.
          if (!maps.some(({ name }) => node.text.includes(name))) return;
          for (const finding of tooEarly(node, rule, names, perhaps)) report(finding);
        };
        for (const one of rule.conditions) look(one, sure);
        const here = new Set<string>(sure);
        for (const action of rule.actions) {
          const set = setVariables(action);
          // An entry reads what the entries before it have set.
          let count = 0;
          for (const one of action.expressions) {
            while (count < set.length && !isWithin(one.path, set[count]?.path)) {
              here.add(set[count]?.name ?? "");
              count += 1;
            }
            look(one, here);
          }
          for (const { name } of set) here.add(name);
        }
        const isAlways = rule.conditions.length === 0;
        for (const name of here) (isAlways ? sure : perhaps).add(name);
      };
    },
  },
});

function isWithin(path: string, value: string | undefined): boolean {
  return value !== undefined && (path === value || path.startsWith(`${value}/`));
}

function tooEarly(
  expression: ExpressionNode,
  rule: RuleNode,
  sure: ReadonlySet<string>,
  perhaps: ReadonlySet<string>,
): Finding[] {
  const reported = new Set<string>();
  return (unguarded(expression, rule) ?? []).flatMap(({ access }): Finding[] => {
    const name = readVariable(access.node, expression);
    if (name === undefined || sure.has(name) || reported.has(name)) return [];
    reported.add(name);
    const text = shortened(printExpression(access.node));
    const mayBeSet = perhaps.has(name);
    return [
      {
        ...expression.at(access.span),
        message: mayBeSet
          ? `${text} is set by a rule that not every request matches.`
          : `${text} is not set before in ${rule.place.direction}.`,
        help: mayBeSet
          ? `Add the condition ${access.guard ?? `has(${text})`}, or set it in every case.`
          : "Set it in an earlier rule of the same phase.",
        ...(mayBeSet && { atMost: "info" as const }),
      },
    ];
  });
}
