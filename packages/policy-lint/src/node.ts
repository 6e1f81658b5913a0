import type {
  ActionDefinition,
  Dialect,
  DocumentError,
  JsonObject,
  JsonValue,
  ParseResult,
  SourceRange,
} from "@traffic-policy/policy-language";

/** Something that keeps the file from being read exactly. */
export interface SourceErrorNode {
  readonly error: DocumentError;
  readonly location?: SourceRange;
  /** For a duplicate key: where the key stands first. */
  readonly first?: SourceRange;
}

/** The whole policy document. */
export interface DocumentNode {
  readonly path: "";
  readonly value: JsonValue;
  readonly dialect: Dialect;
}

/** One rule, when it is an object. */
export interface RuleNode {
  readonly path: string;
  readonly value: JsonObject;
  readonly direction: string;
}

/** One expression, when it is a text. */
export interface ExpressionNode {
  readonly path: string;
  readonly text: string;
  readonly parsed: ParseResult;
  readonly direction: string;
}

/** One action, when it is an object with a type. */
export interface ActionNode {
  readonly path: string;
  readonly type: string;
  /** The config as written; undefined when there is none. */
  readonly config: JsonValue | undefined;
  /** What the catalogue knows of the type; undefined when it does not know it. */
  readonly definition: ActionDefinition | undefined;
  readonly direction: string;
  readonly dialect: Dialect;
}
