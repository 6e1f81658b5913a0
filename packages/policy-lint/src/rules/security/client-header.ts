import type { VariableDefinition } from "@traffic-policy/policy-language";
import { headerOf, isHeaderMap } from "../../analysis/expression/header-of.ts";
import { textOf } from "../../analysis/expression/text-literal.ts";
import { partsOf } from "../../analysis/expression/parts-of.ts";
import { joinedTests, type JoinedTest } from "../../analysis/expression/joined-tests.ts";
import { variableOf } from "../../analysis/expression/variable-of.ts";
import { refuses } from "../../analysis/refuses.ts";
import type { ExpressionNode } from "../../nodes/expression-node.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "warning",
  docs: {
    what: "A rule lets requests through by the address in a header, which the client can write as it likes.",
    wrong: `{ "inbound": [ { "name": "Office only", "expressions": ["!('192.0.2.7' in getReqHeader('X-Forwarded-For'))"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "Office only", "expressions": ["conn.client_ip != '192.0.2.7'"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "Headers such as `x-forwarded-for` and `x-real-ip` are what the client has sent, unless a proxy of your own stands before the service. Whoever knows the right address writes it there and is let through. `conn.client_ip` is the address that the connection really comes from.",
  },
  visit: {
    rule(rule, report) {
      if (!refuses(rule)) return;
      for (const condition of rule.conditions) {
        for (const test of condition.tree === undefined ? [] : joinedTests(condition.tree)) {
          const header = letsThroughBy(condition, test);
          if (header === undefined || test.node.span === undefined) continue;
          report({
            ...condition.at(test.node.span),
            message: `Whoever sends the right "${header}" is not refused, and a client can send what it likes.`,
            help: "Ask for conn.client_ip, the address that the connection comes from.",
          });
        }
      }
    },
  },
});

/** The header of an address whose value keeps a request from being refused, if a test is about one. */
function letsThroughBy(
  condition: ExpressionNode,
  { node, isWanted }: JoinedTest,
): string | undefined {
  const asksForOther = node.kind === "binary" && node.operator === "!=";
  const asksForValue =
    node.kind === "call" || (node.kind === "binary" && ["==", "in"].includes(node.operator));
  if (isWanted ? !asksForOther : !asksForValue) return undefined;
  const parts = [...partsOf(node)].map((part) => part.node);
  // What is compared with the real address, or only counted, is no matter of trust.
  const isOther = parts.some(
    (part) =>
      (part.kind === "call" && part.name === "size") ||
      textOf(part) === "" ||
      isOtherVariable(variableOf(condition, part)),
  );
  return isOther ? undefined : parts.map((part) => headerOf(condition, part)).find(isAddressHeader);
}

function isOtherVariable(variable: VariableDefinition | undefined): boolean {
  return variable !== undefined && !isHeaderMap(variable);
}

const addressHeaders = new Set([
  "cf-connecting-ip",
  "client-ip",
  "fastly-client-ip",
  "forwarded",
  "true-client-ip",
  "x-client-ip",
  "x-cluster-client-ip",
  "x-forwarded-for",
  "x-original-forwarded-for",
  "x-originating-ip",
  "x-real-ip",
  "x-remote-addr",
  "x-remote-ip",
]);

function isAddressHeader(name: string | undefined): boolean {
  return name !== undefined && addressHeaders.has(name.toLowerCase());
}
