import {
  directionsDialect,
  protocols,
  type Dialect,
  type Protocol,
  type Span,
} from "@traffic-policy/policy-language";
import { dialectNameOf } from "@traffic-policy/policy-language/internal";
import { allExpressions, expressionAt, withOffset, type PlacedExpression } from "./expressions.ts";
import type { CodeRules } from "./code-rules.ts";
import type { CodeVariables } from "./code-variables.ts";
import type { CodeReader } from "./code.ts";
import type { YamlReader } from "./yaml.ts";
import {
  kindOf,
  type DocumentContext,
  type DocumentKind,
  type DocumentLanguage,
  importsPhases,
} from "./kind.ts";
import { only, policySpans } from "./policy-spans.ts";
import type { PositionedText } from "./positioned-text.ts";
import { placeAt, type TreeNode, type TreePlace } from "@traffic-policy/policy-language/editing";
import type { WrittenPlace } from "@traffic-policy/policy-language/completing";
import { TreeMemory } from "./tree-memory.ts";

/** Above this many characters, only lint runs: building a tree would make every answer slow. */
export const longestText = 2_000_000;

const noVariables: CodeVariables = { set: [], reads: [], sectionAt: () => undefined };

/** One version of a document that a client has open. It computes trees, expressions and variables on first use. */
export class EditorDocument implements DocumentContext {
  readonly uri: string;
  readonly version: number;
  readonly language: DocumentLanguage;
  readonly positions: PositionedText;
  readonly protocols: readonly Protocol[];
  readonly span: Span;
  readonly #about: ConstructorParameters<typeof EditorDocument>[2];
  readonly #isPart: boolean;
  readonly #isPolicy: boolean;
  readonly #phases: Dialect | undefined;
  readonly #code: CodeReader | undefined;
  readonly memory: TreeMemory;
  #text: string | undefined;
  #policies: readonly EditorDocument[] | undefined;
  #tree: { readonly root: TreeNode | undefined } | undefined;
  #kind: DocumentKind | undefined;
  #expressions: readonly PlacedExpression[] | undefined;
  #codeVariables: CodeVariables | undefined;
  #codeRules: CodeRules | undefined;

  constructor(
    positions: PositionedText,
    language: DocumentLanguage,
    about: {
      readonly protocols?: readonly Protocol[];
      readonly isPolicy?: boolean;
      readonly phases?: Dialect;
      readonly code?: CodeReader;
      /** The part of the text that is the policy, in a larger document. */
      readonly span?: Span;
    } = {},
    memory = new TreeMemory(),
  ) {
    this.memory = memory;
    this.positions = positions;
    this.language = language;
    this.uri = positions.document.uri;
    this.version = positions.document.version;
    this.#about = about;
    this.#isPart = about.span !== undefined;
    this.span = about.span ?? { start: 0, end: positions.text.length };
    this.#phases = about.phases;
    this.#code = language === "code" ? about.code : undefined;
    this.protocols = about.protocols ?? protocols;
    this.#isPolicy = about.isPolicy === true;
  }

  /** The policies that the document holds, each as a document in which spaces stand before it; otherwise itself. */
  get policies(): readonly EditorDocument[] {
    this.#policies ??= this.#findPolicies();
    return this.#policies;
  }

  /** The policy around an offset, see {@link policies}; the document itself where there is none. */
  at(offset: number): EditorDocument {
    return this.policies.find(({ span }) => span.start <= offset && offset <= span.end) ?? this;
  }

  /** The text; of a policy of a larger document, see {@link only}. */
  get text(): string {
    this.#text ??= this.#isPart ? only(this.positions.text, this.span) : this.positions.text;
    return this.#text;
  }

  get yaml(): YamlReader | undefined {
    return this.memory.yaml;
  }

  get isTooLong(): boolean {
    return this.text.length > longestText;
  }

  get dialect(): Dialect {
    if (this.#phases === undefined) return directionsDialect;
    if (this.language === "code") {
      return importsPhases(this.text) ? this.#phases : directionsDialect;
    }
    const { root } = this;
    if (root?.kind !== "object") return directionsDialect;
    const keys = root.members.map(({ key }) => [key.value, null] as const);
    const isOfPhases = dialectNameOf(Object.fromEntries(keys)) === "phases";
    return isOfPhases ? this.#phases : directionsDialect;
  }

  /** All loaded dialects: a policy that the document refers to may be in any of them. */
  get dialects(): readonly Dialect[] {
    return [directionsDialect, ...(this.#phases === undefined ? [] : [this.#phases])];
  }

  get kind(): DocumentKind {
    if (this.#kind === undefined) {
      const kind = kindOf(this.uri, this.language, this.root, this.dialect);
      this.#kind = kind === "other" && this.#isPolicy ? "policy" : kind;
    }
    return this.#kind;
  }

  /** The tree of a JSON or YAML document; undefined for code, and when parsing recovers nothing. */
  get root(): TreeNode | undefined {
    this.#tree ??= { root: this.#findTree() };
    return this.#tree.root;
  }

  treeBeside(text: string): TreeNode | undefined {
    return this.language === "code" ? undefined : this.memory.treeBeside(text);
  }

  placeAt(offset: number): TreePlace | undefined {
    const { root } = this;
    return root && placeAt(root, offset);
  }

  get expressions(): readonly PlacedExpression[] {
    this.#expressions ??= this.#findExpressions();
    return this.#expressions;
  }

  expressionAt(offset: number): PlacedExpression | undefined {
    if (this.language === "code") return withOffset(this.expressions, offset);
    const { root } = this;
    const place = root && placeAt(root, offset);
    if (root === undefined || place === undefined || place.isKey) return undefined;
    const { node, path } = place;
    return node.kind === "text" ? expressionAt(root, { node, path }, offset, this) : undefined;
  }

  /**
   * Returns the expression being written at an offset. Also finds an expression before a space at the end of a line:
   * the space is not yet part of it.
   *
   * @param place - what can be written there; undefined in code
   */
  writtenExpressionAt(
    offset: number,
    place: WrittenPlace | undefined,
  ): PlacedExpression | undefined {
    if (this.language === "code") return this.expressionAt(offset);
    if (place === undefined || place.isKey) return undefined;
    const { root, text: node, path } = place;
    return expressionAt(root, { node, path }, offset, this);
  }

  get codeVariables(): CodeVariables {
    this.#codeVariables ??= this.#code?.variables(this) ?? noVariables;
    return this.#codeVariables;
  }

  get codeRules(): CodeRules {
    this.#codeRules ??= this.#code?.rules(this.text) ?? { names: [], otherTexts: [] };
    return this.#codeRules;
  }

  #findPolicies(): readonly EditorDocument[] {
    if (this.language === "code" || this.isTooLong || this.#isPart) return [this];
    const spans = policySpans(this.text, this.memory);
    if (spans === undefined) return [this];
    return spans.map((span, index) => {
      const { protocol } = span;
      const about = { ...this.#about, ...(protocol && { protocols: [protocol] }), isPolicy: true };
      const memory = this.memory.ofPolicy(index);
      return new EditorDocument(this.positions, this.language, { ...about, span }, memory);
    });
  }

  #findTree(): TreeNode | undefined {
    if (this.language === "code" || this.isTooLong) return undefined;
    return this.memory.treeOf(this.text);
  }

  #findExpressions(): readonly PlacedExpression[] {
    if (this.isTooLong) return [];
    if (this.#code !== undefined) return this.#code.expressions(this.text, this);
    const { root } = this;
    return root === undefined ? [] : [...allExpressions(root, this)];
  }
}
