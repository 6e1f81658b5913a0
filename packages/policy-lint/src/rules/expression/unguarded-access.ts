import {
  printExpression,
  unguardedAccesses,
  type Expression,
} from "@traffic-policy/policy-language";
import { headerKeys } from "../../analysis/expression/header-keys.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "warning",
  docs: {
    what: "An expression takes an entry of a map, or an item of a list, that may not be there.",
    wrong: `{ "inbound": [ { "name": "testers", "expressions": ["req.headers['x-tester'][0] == 'yes'"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "testers", "expressions": ["'x-tester' in req.headers", "req.headers['x-tester'][0] == 'yes'"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "A request does not have every header, cookie or parameter. An expression that asks for one that is not there fails, and with it the request. A guard may stand in the same expression or in another one of the rule.",
  },
  visit: {
    expression(node, report) {
      const { tree, checked, role, place } = node;
      if (tree === undefined || checked === undefined || checked.errors.length > 0) return;
      // The key of a bucket is documented with a header that nothing guards.
      if (role === "value") return;
      const find = (conditions: readonly Expression[]) =>
        unguardedAccesses(tree, checked.types, conditions, place.dialect);
      if (find([]).length === 0) return;
      const { given } = node;
      // Nobody writes so many conditions; looking for a guard in all of them takes the square of it.
      const accesses = given.length > mostConditions ? [] : find(given);
      if (accesses.length === 0) return;
      const nodes = new Set<Expression>(accesses.map((access) => access.node));
      const misspelt = new Set(headerKeys(node).map((key) => key.span));
      const told = new Set<string>();
      for (const { node: access, span, guard } of accesses) {
        // What guards the map guards the item of the list there as well.
        if (nodes.has(access.operand) || told.has(guard)) continue;
        // A key that is never there is told by expression/header-case.
        if (access.kind === "index" && access.index.span && misspelt.has(access.index.span))
          continue;
        told.add(guard);
        const isMap = checked.types.get(access.operand)?.kind === "map";
        report({
          ...node.at(span),
          message: `${printExpression(access)} fails when there is no such ${isMap ? "entry" : "item"}.`,
          help: `Add the condition ${guard}.`,
        });
      }
    },
  },
});

const mostConditions = 500;
