import {
  dialectNameOf,
  directionsDialect,
  protocols,
  type Dialect,
  type Protocol,
} from "@traffic-policy/policy-language";
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
import type { PositionedText } from "./positioned-text.ts";
import { placeAt, type TreeNode, type TreePlace } from "@traffic-policy/policy-language/editing";
import type { WrittenPlace } from "@traffic-policy/policy-language/completing";
import { TreeMemory } from "./tree-memory.ts";

/** Above this many characters, only lint looks at a document: a tree of it would make every answer slow. */
export const longestText = 2_000_000;

/** What a document says of variables that is no module. */
const noVariables: CodeVariables = { set: [], reads: [], sectionAt: () => undefined };

/** One version of a document that a client has open, with what was found out about it when somebody asked. */
export class EditorDocument implements DocumentContext {
  readonly uri: string;
  readonly version: number;
  readonly language: DocumentLanguage;
  readonly positions: PositionedText;
  readonly text: string;
  /** What its policy may be for. */
  readonly protocols: readonly Protocol[];
  readonly #isPolicy: boolean;
  readonly #phases: Dialect | undefined;
  readonly #code: CodeReader | undefined;
  /** What was made of the versions before. */
  readonly memory: TreeMemory;
  #tree: { readonly root: TreeNode | undefined } | undefined;
  #kind: DocumentKind | undefined;
  #expressions: readonly PlacedExpression[] | undefined;
  #codeVariables: CodeVariables | undefined;
  #codeRules: CodeRules | undefined;

  /** @param memory - with what reads YAML, if it is that */
  constructor(
    positions: PositionedText,
    language: DocumentLanguage,
    about: {
      readonly protocols?: readonly Protocol[];
      readonly isPolicy?: boolean;
      /** The dialect of phases, when it is loaded. */
      readonly phases?: Dialect;
      /** What reads it, if it is code. */
      readonly code?: CodeReader;
    } = {},
    memory = new TreeMemory(),
  ) {
    this.memory = memory;
    this.positions = positions;
    this.language = language;
    this.uri = positions.document.uri;
    this.version = positions.document.version;
    this.text = positions.text;
    this.#phases = about.phases;
    this.#code = language === "code" ? about.code : undefined;
    this.protocols = about.protocols ?? protocols;
    this.#isPolicy = about.isPolicy === true;
  }

  /** What reads and writes it, if it is YAML. */
  get yaml(): YamlReader | undefined {
    return this.memory.yaml;
  }

  /** Whether it is so long that only lint looks at it. */
  get isTooLong(): boolean {
    return this.text.length > longestText;
  }

  /** What its policy is written in, by its keys, or by what the code imports. */
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

  /** All dialects that are loaded: a policy that it is about may be in any of them. */
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

  /** The tree of a JSON or YAML document; nothing for code, and where nothing could be made out. */
  get root(): TreeNode | undefined {
    this.#tree ??= { root: this.#findTree() };
    return this.#tree.root;
  }

  /** The tree of a text that is much like that of the document. */
  treeBeside(text: string): TreeNode | undefined {
    return this.language === "code" ? undefined : this.memory.treeBeside(text);
  }

  /** The innermost key or value at an offset. */
  placeAt(offset: number): TreePlace | undefined {
    const { root } = this;
    return root && placeAt(root, offset);
  }

  /** All expressions, in the order of the text. */
  get expressions(): readonly PlacedExpression[] {
    this.#expressions ??= this.#findExpressions();
    return this.#expressions;
  }

  /** The expression at an offset. */
  expressionAt(offset: number): PlacedExpression | undefined {
    if (this.language === "code") return withOffset(this.expressions, offset);
    const { root } = this;
    const place = root && placeAt(root, offset);
    if (root === undefined || place === undefined || place.isKey) return undefined;
    const { node, path } = place;
    return node.kind === "text" ? expressionAt(root, { node, path }, offset, this) : undefined;
  }

  /**
   * The expression that is being written at an offset: also behind a space at the end of a line, which is not in it
   * yet.
   *
   * @param place - what can be written there; nothing in code
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

  /** The variables that actions set, of a module. */
  get codeVariables(): CodeVariables {
    this.#codeVariables ??= this.#code?.variables(this) ?? noVariables;
    return this.#codeVariables;
  }

  /** The rules that a module builds. */
  get codeRules(): CodeRules {
    this.#codeRules ??= this.#code?.rules(this.text) ?? { names: [], otherTexts: [] };
    return this.#codeRules;
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
