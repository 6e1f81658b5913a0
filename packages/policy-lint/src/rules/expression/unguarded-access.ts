import {
  printExpression,
  shortened,
  unguardedAccesses,
  type Expression,
} from "@traffic-policy/policy-language";
import { headerKeys } from "../../analysis/expression/header-keys.ts";
import { longestAdvice } from "../../analysis/expression/written.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "warning",
  docs: {
    what: "An expression takes an entry of a map, or an item of a list, that may not be there.",
    wrong: `{ "inbound": [ { "name": "testers", "expressions": ["req.headers['x-tester'][0] == 'yes'"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "testers", "expressions": ["'x-tester' in req.headers", "req.headers['x-tester'][0] == 'yes'"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "A request does not have every header, cookie or parameter. An expression that asks for one that is not there fails, and with it the request. A guard may stand in the same expression or in one before it. Whether one that comes after it keeps the request from failing is not documented, so that is only pointed out.",
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
      const { given, later } = node;
      // Nobody writes so many conditions; looking for a guard in all of them takes the square of it.
      if (given.length + later.length > mostConditions) return;
      const accesses = find(given);
      if (accesses.length === 0) return;
      const left = later.length === 0 ? accesses : find([...given, ...later]);
      const neverGuarded = new Set(left.map((access) => access.node));
      const nodes = new Set<Expression>(accesses.map((access) => access.node));
      const misspelt = new Set(headerKeys(node).map((key) => key.span));
      const told = new Set<string>();
      for (const { node: access, span, guard } of accesses) {
        const text = printExpression(access);
        // What guards the map guards the item of the list there as well.
        if (nodes.has(access.operand) || told.has(guard ?? text)) continue;
        // A key that is never there is told by expression/header-case.
        if (access.kind === "index" && access.index.span && misspelt.has(access.index.span))
          continue;
        told.add(guard ?? text);
        if (guard === undefined) {
          report({
            ...node.at(span),
            message: `${shortened(text)} always fails: an index counts from 0.`,
            help: "Count from the beginning, such as [0] for the first item.",
          });
          continue;
        }
        const isMap = checked.types.get(access.operand)?.kind === "map";
        const failure = `${shortened(text)} fails when there is no such ${isMap ? "entry" : "item"}`;
        report(
          neverGuarded.has(access)
            ? {
                ...node.at(span),
                message: `${failure}.`,
                help: `Add the condition ${shortened(guard, longestAdvice)}.`,
              }
            : {
                ...node.at(span),
                message: `${failure}, and its guard comes after it.`,
                help: "Put the guard before it.",
                atMost: "info",
              },
        );
      }
    },
  },
});

const mostConditions = 500;
