/** A node of a syntax tree, as ESTree has it, with the nodes of TypeScript. */
export interface SyntaxNode {
  readonly type: string;
  /** UTF-16 offset of the first character. */
  readonly start: number;
  /** The offset after the last character. */
  readonly end: number;
}

/** A TypeScript module that was parsed: with oxc, or with another parser whose tree is the same. */
export interface ParsedModule {
  readonly text: string;
  readonly program: SyntaxNode;
  /** In the order of the text. */
  readonly comments: readonly { readonly start: number; readonly end: number }[];
}

/** The nodes directly below a node, in the order of the text. */
export function childrenOf<Node extends SyntaxNode>(node: Node): Node[] {
  const children: Node[] = [];
  for (const member of Object.values(node) as unknown[]) {
    if (Array.isArray(member)) children.push(...(member.filter(isNode) as Node[]));
    else if (isNode(member)) children.push(member as Node);
  }
  return children.toSorted((one, other) => one.start - other.start);
}

function isNode(value: unknown): value is SyntaxNode {
  if (typeof value !== "object" || value === null) return false;
  const { type, start } = value as Partial<SyntaxNode>;
  return typeof type === "string" && typeof start === "number";
}

/** The expression without what only the type checker looks at, and without parentheses. */
export function unwrapped<Node extends SyntaxNode>(node: Node): Node {
  switch (node.type) {
    case "ParenthesizedExpression":
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "TSNonNullExpression":
    case "TSTypeAssertion":
      return unwrapped((node as unknown as { readonly expression: Node }).expression);
    default:
      return node;
  }
}

/** The name of a property; nothing when it is computed. */
export function keyOf(property: {
  readonly key: SyntaxNode;
  readonly computed: boolean;
}): string | undefined {
  if (property.computed) return undefined;
  const key = property.key as SyntaxNode & { readonly name?: string; readonly value?: unknown };
  if (key.type === "Identifier") return key.name;
  return key.type === "Literal" ? String(key.value) : undefined;
}
