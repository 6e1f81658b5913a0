import { childrenOf, shortened, type Expression } from "@traffic-policy/policy-language";
import { textOf } from "../../nodes/tree-parts.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "error",
  docs: {
    what: "A conversion of a text or a division fails for every request.",
    wrong: `{ "inbound": [ { "name": "Large", "expressions": ["hasReqHeader('X-Size') && int(getReqHeader('X-Size')[0]) > int('10 MB')"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "Large", "expressions": ["hasReqHeader('X-Size') && int(getReqHeader('X-Size')[0]) > 10000000"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "CEL has no value for these, so the expression fails when it is evaluated, and the request with it. Times, durations and regular expressions have rules of their own.",
  },
  visit: {
    expression(expression, report) {
      const { tree, text } = expression;
      if (tree === undefined || !mayFail.test(text)) return;
      const left = [tree];
      for (let node = left.pop(); node !== undefined; node = left.pop()) {
        left.push(...childrenOf(node));
        const why = failureOf(node);
        if (why !== undefined) {
          report({ ...expression.at(node.span), message: why, help: "Write another value." });
        }
      }
    },
  },
});

/** What an expression has that any of this is found in: most need not be walked through. */
const mayFail = /[/%]\s*0|\b(?:int|uint|double|bool)\s*\(\s*[rR]?['"]/;

function failureOf(node: Expression): string | undefined {
  if (node.kind === "binary" && (node.operator === "/" || node.operator === "%")) {
    const { right } = node;
    const isZero = right.kind === "literal" && right.value === 0n;
    return isZero ? "A division of whole numbers by zero fails." : undefined;
  }
  if (node.kind !== "call" || node.target !== undefined) return undefined;
  const text = textOf(node.arguments[0]);
  const isRead = readable[node.name];
  if (text === undefined || isRead === undefined || isRead(text)) return undefined;
  return `${node.name}() fails: "${shortened(text)}" is not ${articles[node.name]} ${node.name}.`;
}

const articles: Readonly<Record<string, string>> = { int: "an", uint: "a", double: "a", bool: "a" };

// As CEL's implementation in Go reads them. Of doubles, what is certainly none.
const readable: Readonly<Record<string, (text: string) => boolean>> = {
  int: (text) => /^[-+]?\d+$/.test(text) && BigInt.asIntN(64, valueOf(text)) === valueOf(text),
  uint: (text) => /^\d+$/.test(text) && BigInt.asUintN(64, valueOf(text)) === valueOf(text),
  double: (text) => /^[-+]?(?:\d|\.\d|inf|nan)/i.test(text),
  bool: (text) => /^(?:[01tTfF]|true|TRUE|True|false|FALSE|False)$/.test(text),
};

function valueOf(digits: string): bigint {
  return BigInt(digits.replace("+", "").slice(0, 100));
}
