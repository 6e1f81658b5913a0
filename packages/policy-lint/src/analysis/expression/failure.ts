import { type Expression } from "@traffic-policy/policy-language";
import { childrenOf, shortened } from "@traffic-policy/policy-language/internal";
import { textOf } from "../../nodes/tree-parts.ts";

export interface Failure {
  readonly node: Expression;
  readonly why: string;
}

export function failuresIn(tree: Expression): Failure[] {
  const found: Failure[] = [];
  const left = [tree];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    left.push(...childrenOf(node));
    const why = failureOf(node);
    if (why !== undefined) found.push({ node, why });
  }
  return found;
}

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
