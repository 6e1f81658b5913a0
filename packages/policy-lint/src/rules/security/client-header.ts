import {
  type Expression,
  isLogical,
  type VariableDefinition,
} from "@traffic-policy/policy-language";
import type { ExpressionNode } from "../../nodes/expression-node.ts";
import type { RuleNode } from "../../nodes/rule-node.ts";
import { partsOf, textOf } from "../../nodes/tree-parts.ts";
import { defineRule } from "../../rule.ts";
import { headerOf, isHeaderMap } from "../../analysis/expression/header-keys.ts";

export default defineRule({
  severity: "warning",
  docs: {
    what: "A rule lets requests through by an address in a header that the client controls.",
    wrong: `{ "inbound": [ { "name": "Office only", "expressions": ["!('192.0.2.7' in getReqHeader('X-Forwarded-For'))"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "Office only", "expressions": ["conn.client_ip != '192.0.2.7'"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "Headers such as `x-forwarded-for` and `x-real-ip` are what the client has sent, unless a proxy of your own is in front of the service. Anyone who knows the right address can send it and is let through. `conn.client_ip` is the address that the connection really comes from.",
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
            message: `A client avoids this refusal by sending the right "${header}".`,
            help: "Test conn.client_ip, the address that the connection comes from.",
          });
        }
      }
    },
  },
});

function refuses({ actions }: RuleNode): boolean {
  return actions.some((action) => {
    const answer = action.definition?.answer;
    if (answer?.kind !== "response") return answer?.kind === "refusal";
    const status = action.field(answer.status);
    return typeof status === "number" && status >= 400 && status < 500;
  });
}

/** A part of a condition that is true or false in itself, as `&&`, `||` and `!` join it to others. */
interface JoinedTest {
  readonly node: Expression;
  /** Whether the condition requires it, rather than its negation. */
  readonly isWanted: boolean;
}

function joinedTests(condition: Expression): JoinedTest[] {
  const tests: JoinedTest[] = [];
  // An explicit stack: a chain of operators is as deep as it is long.
  const left: JoinedTest[] = [{ node: condition, isWanted: true }];
  for (let test = left.pop(); test !== undefined; test = left.pop()) {
    const { node, isWanted } = test;
    if (node.kind === "unary" && node.operator === "!") {
      left.push({ node: node.operand, isWanted: !isWanted });
    } else if (isLogical(node)) {
      left.push({ node: node.right, isWanted }, { node: node.left, isWanted });
    } else tests.push(test);
  }
  return tests;
}

function letsThroughBy(
  condition: ExpressionNode,
  { node, isWanted }: JoinedTest,
): string | undefined {
  const asksForOther = node.kind === "binary" && node.operator === "!=";
  const asksForValue =
    node.kind === "call" || (node.kind === "binary" && ["==", "in"].includes(node.operator));
  if (isWanted ? !asksForOther : !asksForValue) return undefined;
  const parts = partsOf(node).map((part) => part.node);
  // A comparison with the real address, or a count, does not trust the header.
  const isOther = parts.some(
    (part) =>
      (part.kind === "call" && part.name === "size") ||
      textOf(part) === "" ||
      isOtherVariable(condition.variableOf(part)),
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
