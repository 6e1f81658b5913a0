import { type Expression, type VariableDefinition } from "@traffic-policy/policy-language";
import { isLogical } from "@traffic-policy/policy-language/internal";
import type { ExpressionNode } from "../../nodes/expression-node.ts";
import type { RuleNode } from "../../nodes/rule-node.ts";
import { partsOf, textOf } from "../../nodes/tree-parts.ts";
import { defineRule } from "../../rule.ts";
import { setHeaders } from "../../analysis/config-values.ts";
import { ruleTitle } from "../../analysis/flow/rule-facts.ts";
import { itemsOf } from "../../nodes/action-node.ts";
import { headerOf, isHeaderMap } from "../../analysis/expression/header-keys.ts";

export default defineRule({
  severity: "warning",
  docs: {
    what: "A rule lets requests through by a header that the client controls: by an address in it, or by a mark that an earlier rule adds.",
    wrong: `{ "inbound": [ { "name": "Office only", "expressions": ["!('192.0.2.7' in getReqHeader('X-Forwarded-For'))"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "Office only", "expressions": ["conn.client_ip != '192.0.2.7'"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "Headers such as `x-forwarded-for` and `x-real-ip` are what the client has sent, unless a proxy of your own is in front of the service. Anyone who knows the right address can send it and is let through. `conn.client_ip` is the address that the connection really comes from. A header that a rule adds for some requests, so that a later rule lets them through, can be sent by the client as well, unless a rule removes it first. In policies with `set-vars`, a variable is a mark that no client can set.",
  },
  visit: {
    section({ place, document: { dialect } }, report) {
      if (dialect.sections.get(place.direction)?.stages.http !== "request") return undefined;
      const marks = new Map<string, Mark>();
      const removed = new Set<string>();
      return (rule) => {
        for (const condition of marks.size > 0 && refuses(rule) ? rule.conditions : []) {
          for (const test of condition.tree === undefined ? [] : joinedTests(condition.tree)) {
            const mark = marks.get(markAskedBy(condition, test) ?? "");
            if (mark === undefined || test.node.span === undefined) continue;
            report({
              ...condition.at(test.node.span),
              message: `A client avoids this refusal by sending "${mark.name}" itself, which ${ruleTitle(mark.rule)} adds.`,
              help: dialect.actions.has("set-vars")
                ? "Remove the header in a rule before, or use set-vars instead."
                : "Remove the header from all requests in a rule before.",
              related: [{ message: "The header is added here.", path: mark.path }],
            });
          }
        }
        for (const name of removedBy(rule)) removed.add(name);
        for (const mark of rule.conditions.length === 0 ? [] : marksOf(rule)) {
          const name = mark.name.toLowerCase();
          if (!removed.has(name)) marks.set(name, mark);
        }
      };
    },
    rule(rule, report) {
      if (!refuses(rule)) return;
      for (const condition of rule.conditions) {
        if (!/header/i.test(condition.text) || condition.tree === undefined) continue;
        for (const test of joinedTests(condition.tree)) {
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

interface Mark {
  readonly name: string;
  readonly rule: RuleNode;
  readonly path: string;
}

function marksOf(rule: RuleNode): Mark[] {
  return rule.actions.flatMap(setHeaders).map(({ name, path }) => ({ name, rule, path }));
}

function removedBy({ conditions, actions }: RuleNode): string[] {
  if (conditions.length > 0) return [];
  return actions.flatMap((action) => {
    const headers = action.definition?.headers;
    if (headers === undefined || !("removes" in headers)) return [];
    return itemsOf(action.field(headers.removes)).map(([, name]) => String(name).toLowerCase());
  });
}

/** Returns the header, in lower case, that a client can send to make a test false. */
function markAskedBy(condition: ExpressionNode, test: JoinedTest): string | undefined {
  const { node } = test;
  if (!isAvoidable(test)) return undefined;
  if (node.kind === "binary" && node.operator === "in") {
    const map = condition.variableOf(node.right);
    if (map !== undefined && isHeaderMap(map)) return textOf(node.left)?.toLowerCase();
  }
  if (node.kind === "call" && node.name.startsWith("has") && node.target === undefined) {
    const definition = condition.place.dialect.functions.get(node.name);
    if (definition?.headerName !== undefined) return textOf(node.arguments[0])?.toLowerCase();
  }
  const headers = partsOf(node).flatMap((part) => headerOf(condition, part.node) ?? []);
  return headers[0]?.toLowerCase();
}

function isAvoidable({ node, isWanted }: JoinedTest): boolean {
  const asksForOther = node.kind === "binary" && node.operator === "!=";
  const asksForValue =
    node.kind === "call" || (node.kind === "binary" && ["==", "in"].includes(node.operator));
  return isWanted ? asksForOther : asksForValue;
}

function refuses({ actions }: RuleNode): boolean {
  return actions.some((action) => {
    const answer = action.definition?.answer;
    if (answer?.kind !== "response") return answer?.kind === "refusal";
    const status = action.field(answer.status);
    return typeof status === "number" && status >= 400 && status < 500;
  });
}

/** An operand that `&&`, `||` and `!` join to others, and that is not itself joined. */
interface JoinedTest {
  readonly node: Expression;
  /** True when the condition requires the test, false when it requires the negation. */
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

function letsThroughBy(condition: ExpressionNode, test: JoinedTest): string | undefined {
  if (!isAvoidable(test)) return undefined;
  const { node } = test;
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
