import { tsPlugin } from "@sveltejs/acorn-typescript";
import type { ParsedModule, SyntaxNode } from "@traffic-policy/policy-builder/code";
import { Parser, type Comment, type Options } from "acorn";

interface LooseNode extends SyntaxNode {
  type: string;
  readonly abstract?: boolean;
  readonly accessor?: boolean;
  readonly callee?: LooseNode;
  readonly operator?: string;
  readonly left?: LooseNode;
  readonly right?: LooseNode;
  optional?: boolean;
  superTypeArguments?: unknown;
  readonly superTypeParameters?: unknown;
  readonly implements?: readonly LooseNode[];
}

const TypeScriptParser = Parser.extend(
  tsPlugin() as unknown as (base: typeof Parser) => typeof Parser,
);

/**
 * Parses a TypeScript module into the tree that oxc gives.
 *
 * @throws SyntaxError with the offset of the error as `pos`
 */
export function parseTypeScript(text: string): ParsedModule {
  const comments: Comment[] = [];
  const options: Options = {
    ecmaVersion: "latest",
    sourceType: "module",
    // The plugin does not work without.
    locations: true,
    allowHashBang: true,
    onComment: comments,
  };
  // The parser takes a byte order mark for a space, as it is in the middle of a text.
  const program = TypeScriptParser.parse(text, options);
  adapt(program as unknown as LooseNode, text);
  return { text, program: program as unknown as SyntaxNode, comments: inOrder(comments) };
}

/**
 * Sorts comments and removes duplicates: the parser backtracks where a text can be read two ways, and then finds
 * comments again.
 */
function inOrder(comments: readonly Comment[]): Comment[] {
  const byStart = new Map(comments.map((comment) => [comment.start, comment]));
  return [...byStart.values()].toSorted((one, other) => one.start - other.start);
}

function adapt(program: LooseNode, text: string): void {
  // Not by recursion: a sum of thousands of texts is as deep.
  const left = [program];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    rename(node);
    refuseMistaken(node, text);
    for (const [key, member] of Object.entries(node)) {
      if (key === "loc") continue;
      for (const one of [member as unknown].flat() as unknown[]) if (isNode(one)) left.push(one);
    }
  }
}

function rename(node: LooseNode): void {
  switch (node.type) {
    case "PropertyDefinition":
      if (node.abstract === true) node.type = "TSAbstractPropertyDefinition";
      else if (node.accessor === true) node.type = "AccessorProperty";
      break;
    case "CallExpression":
      // In `f?.<T>()` the parser says so of the name, too.
      if (node.callee?.type === "Identifier") node.callee.optional = false;
      break;
    case "MethodDefinition":
      if (node.abstract === true) node.type = "TSAbstractMethodDefinition";
      break;
    case "TSDeclareMethod":
      node.type = "TSEmptyBodyFunctionExpression";
      break;
    case "ClassDeclaration":
    case "ClassExpression":
      node.superTypeArguments = node.superTypeParameters;
      for (const one of node.implements ?? []) one.type = "TSClassImplements";
  }
}

/** Rejects `f<T> as U`, which the parser takes for comparisons with a variable called `as`. */
function refuseMistaken({ type, operator, left, right }: LooseNode, text: string): void {
  if (type !== "BinaryExpression" || operator !== ">" || left?.operator !== "<") return;
  const [word] = /^(?:as|satisfies)\b/.exec(text.slice(right?.start, right?.end)) ?? [];
  if (word === undefined) return;
  const message = `Type arguments before ${word} need parentheses around them and their function`;
  throw Object.assign(new SyntaxError(message), { pos: left.start });
}

function isNode(value: unknown): value is LooseNode {
  return (
    typeof value === "object" && value !== null && typeof (value as LooseNode).type === "string"
  );
}
