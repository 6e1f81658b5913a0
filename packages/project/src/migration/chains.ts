import type { CallExpression, Node } from "oxc-parser";
import { unwrapped, type SourceCode } from "../source/source-code.ts";

export function chainAround(code: SourceCode, call: CallExpression): CallExpression[] {
  const chain = [call];
  for (let node: Node = call; ;) {
    const member = code.parentOf(node);
    const next = member && code.parentOf(member);
    if (member?.type !== "MemberExpression" || member.object !== node) break;
    if (next?.type !== "CallExpression" || next.callee !== member) break;
    chain.push(next);
    node = next;
  }
  for (let node = unwrapped<Node>(call.callee); node.type === "MemberExpression";) {
    const before = unwrapped<Node>(node.object);
    if (before.type !== "CallExpression") break;
    chain.unshift(before);
    node = unwrapped<Node>(before.callee);
  }
  return chain;
}
