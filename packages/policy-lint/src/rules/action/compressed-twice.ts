import type { ActionNode } from "../../nodes/action-node.ts";
import type { RuleNode } from "../../nodes/rule-node.ts";
import { defineRule } from "../../rule.ts";

interface Compression {
  readonly path: string;
  readonly algorithms: readonly unknown[];
}

export default defineRule({
  severity: "warning",
  docs: {
    what: "An action compresses a response that another action has already compressed.",
    wrong:
      '{ "outbound": [ { "name": "Compress", "actions": [ { "type": "compress-response" } ] }, { "name": "Compress pages", "expressions": ["res.status_code == 200"], "actions": [ { "type": "compress-response", "config": { "algorithms": ["br"] } } ] } ] }',
    right:
      '{ "outbound": [ { "name": "Compress", "actions": [ { "type": "compress-response" } ] } ] }',
    why: "A compressed response is left as it is. So a second `compress-response` does nothing unless it has an algorithm that the first one lacks.",
  },
  visit: {
    section(_section, report) {
      let always: readonly Compression[] = [];
      return (rule) => {
        const before = [...always];
        for (const node of rule.actions) {
          const algorithms = algorithmsOf(node);
          if (algorithms === undefined) continue;
          const earlier = before.find((other) => covers(other.algorithms, algorithms));
          if (earlier === undefined) before.push({ path: node.path, algorithms });
          else
            report({
              path: node.path,
              message: "This action has nothing left to compress.",
              help: "Remove one of the two.",
              related: [{ message: "It is compressed here.", path: earlier.path }],
            });
        }
        // Only unknown names could add more.
        if (isUnconditional(rule)) always = before.slice(0, 20);
      };
    },
  },
});

function isUnconditional({ value }: RuleNode): boolean {
  const { expressions = null } = value;
  return expressions === null || (Array.isArray(expressions) && expressions.length === 0);
}

function covers(names: readonly unknown[], others: readonly unknown[]): boolean {
  return others.length > 0 && others.every((name) => names.includes(name));
}

function algorithmsOf(node: ActionNode): readonly unknown[] | undefined {
  const { compression: field, config } = node.definition ?? {};
  if (field === undefined) return undefined;
  const algorithms = node.field(field);
  if (Array.isArray(algorithms)) return algorithms;
  const fallback = config?.properties[field]?.default;
  return Array.isArray(fallback) ? fallback : [];
}
