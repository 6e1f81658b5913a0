import { camelCase } from "@traffic-policy/policy-language/internal";
import type { ArgumentPath } from "../errors.ts";
import type { CallExpression, Node, TaggedTemplateExpression } from "./nodes.ts";
import { childrenOf, keyOf, unwrapped, type ParsedModule, type SyntaxNode } from "./syntax-tree.ts";

type Call = CallExpression | TaggedTemplateExpression;

/**
 * The calls of a module by the offsets at which the engine, and so the builder, says that they are: that of the name of
 * what is called, and that of the parenthesis where the name is a keyword, as in `rule("a").do()`, or there is none.
 */
export function callsIn({
  text,
  program,
}: Pick<ParsedModule, "text" | "program">): ReadonlyMap<number, SyntaxNode> {
  const calls = new Map<number, SyntaxNode>();
  // Not by recursion: a sum of thousands of texts is as deep.
  const left = [program as Node];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (node.type === "TaggedTemplateExpression") calls.set(node.quasi.start, node);
    if (node.type === "CallExpression") {
      const { callee, typeArguments } = node;
      calls.set(text.indexOf("(", (typeArguments ?? callee).end), node);
      if (callee.type === "Identifier") calls.set(callee.start, node);
      else if (callee.type === "MemberExpression" && !callee.computed) {
        calls.set(callee.property.start, node);
      }
    }
    left.push(...childrenOf<Node>(node));
  }
  return calls;
}

/**
 * The part of the arguments of a call that the builder names; the nearest one around it that is written there. Nothing
 * when it names none, or what is there was spread.
 *
 * @param call - one of {@link callsIn}
 */
export function argumentOf(
  call: SyntaxNode,
  [first, ...steps]: ArgumentPath = [],
): SyntaxNode | undefined {
  const of = call as Call;
  const isTag = of.type === "TaggedTemplateExpression";
  let node = item(isTag ? of.quasi.expressions : of.arguments, first);
  if (node === undefined) return undefined;
  for (const step of steps) node = partOf(node, step) ?? node;
  return node;
}

function partOf(around: Node, step: number | string): Node | undefined {
  const node = unwrapped(around);
  if (node.type === "ArrayExpression") return item(node.elements, step);
  if (node.type !== "ObjectExpression") return undefined;
  const names = new Set<unknown>([step, camelCase(String(step))]);
  const found = node.properties.findLast(
    (property) => property.type === "Property" && names.has(keyOf(property)),
  );
  return found?.type === "Property" ? found.value : undefined;
}

/** Returns an item of a list. A spread stands for all items that it may give. */
function item(
  nodes: readonly (Node | null)[],
  step: number | string | undefined,
): Node | undefined {
  if (typeof step !== "number" || step < 0) return undefined;
  const before = nodes.slice(0, step + 1);
  return before.find((node) => node?.type === "SpreadElement") ?? before[step] ?? undefined;
}
