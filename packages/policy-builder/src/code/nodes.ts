import type { SyntaxNode } from "./syntax-tree.ts";

// The nodes that are looked at, with the members that are: those of ESTree, and of TypeScript as oxc has them.

interface NodeOf<Type extends string> extends SyntaxNode {
  readonly type: Type;
}

export type Node =
  | ArrowFunctionExpression
  | CallExpression
  | Class
  | ExportDefaultDeclaration
  | ExportNamedDeclaration
  | FunctionNode
  | Identifier
  | ImportDeclaration
  | MethodDefinition
  | Program
  | PropertyDefinition
  | Statement
  | TaggedTemplateExpression
  | TypeNode
  | Value
  | OtherNode;

type OtherNode = NodeOf<
  | "AccessorProperty"
  | "Decorator"
  | "ExpressionStatement"
  | "ReturnStatement"
  | "ThrowStatement"
  | "TSAbstractAccessorProperty"
  | "TSAbstractMethodDefinition"
  | "TSAbstractPropertyDefinition"
  | "TSClassImplements"
  | "TSDeclareFunction"
  | "TSEmptyBodyFunctionExpression"
  | "TSEnumDeclaration"
  | "TSExportAssignment"
  | "TSIndexSignature"
  | "TSInstantiationExpression"
  | "TSParameterProperty"
  | "TSTypeAnnotation"
  | "TSTypeAssertion"
  | "TSTypeParameterDeclaration"
  | "TSTypeParameterInstantiation"
  | "VariableDeclaration"
>;

type TypeNode =
  | (NodeOf<"TSInterfaceDeclaration" | "TSTypeAliasDeclaration"> & { readonly id: Identifier })
  | (NodeOf<"TSImportEqualsDeclaration"> & { readonly importKind?: string })
  | (NodeOf<"TSModuleDeclaration"> & { readonly body?: { readonly body: readonly Node[] } | null });

type Statement =
  | (NodeOf<"ExportAllDeclaration"> & { readonly exportKind?: string })
  | (NodeOf<"ForStatement"> & { readonly init: Node | null })
  | (NodeOf<"ForInStatement" | "ForOfStatement"> & { readonly left: Node })
  | (NodeOf<"VariableDeclarator"> & { readonly id: Node; readonly definite?: boolean });

type Value =
  | (NodeOf<"TSAsExpression" | "TSSatisfiesExpression" | "TSNonNullExpression"> & {
      readonly expression: Node;
    })
  | (NodeOf<"ArrayPattern" | "ObjectPattern"> & { readonly typeAnnotation?: SyntaxNode | null })
  | (NodeOf<"ArrayExpression"> & { readonly elements: readonly (Node | null)[] })
  | (NodeOf<"ObjectExpression"> & { readonly properties: readonly Node[] })
  | (NodeOf<"MemberExpression"> & {
      readonly object: Node;
      readonly property: Node;
      readonly computed: boolean;
    })
  | (NodeOf<"Property"> & { readonly key: Node; readonly value: Node; readonly computed: boolean })
  | NodeOf<"SpreadElement">;

export interface Program extends NodeOf<"Program"> {
  readonly body: readonly Node[];
}

export interface Identifier extends NodeOf<"Identifier"> {
  readonly name: string;
}

export interface ImportDeclaration extends NodeOf<"ImportDeclaration"> {
  readonly specifiers: readonly (SyntaxNode & { readonly local: Identifier })[];
}

export interface ExportNamedDeclaration extends NodeOf<"ExportNamedDeclaration"> {
  readonly declaration: Node | null;
  readonly exportKind?: string;
  readonly source: SyntaxNode | null;
  readonly specifiers: readonly (SyntaxNode & {
    readonly exportKind?: string;
    readonly local: Node;
  })[];
}

export interface ExportDefaultDeclaration extends NodeOf<"ExportDefaultDeclaration"> {
  readonly declaration: Node;
}

export interface FunctionNode extends NodeOf<"FunctionDeclaration" | "FunctionExpression"> {
  readonly params: readonly Node[];
}

export interface ArrowFunctionExpression extends NodeOf<"ArrowFunctionExpression"> {
  readonly typeParameters?: SyntaxNode | null;
  readonly returnType?: SyntaxNode | null;
}

export interface Class extends NodeOf<"ClassDeclaration" | "ClassExpression"> {
  readonly abstract?: boolean;
  readonly id: SyntaxNode | null;
  readonly typeParameters?: SyntaxNode | null;
  readonly superClass: SyntaxNode | null;
  readonly superTypeArguments?: SyntaxNode | null;
  readonly implements?: readonly SyntaxNode[];
}

interface Member {
  readonly key: Node;
  readonly computed: boolean;
  readonly optional?: boolean;
  readonly definite?: boolean;
}

export interface MethodDefinition extends NodeOf<"MethodDefinition">, Member {
  readonly value: Node;
}

export interface PropertyDefinition extends NodeOf<"PropertyDefinition">, Member {}

export interface CallExpression extends NodeOf<"CallExpression"> {
  readonly callee: Node;
  readonly typeArguments?: SyntaxNode | null;
  readonly arguments: readonly Node[];
}

export interface TaggedTemplateExpression extends NodeOf<"TaggedTemplateExpression"> {
  readonly quasi: SyntaxNode & { readonly expressions: readonly Node[] };
}
