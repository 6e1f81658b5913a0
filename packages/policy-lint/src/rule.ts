import type {
  Edit,
  JsonSchema,
  Part,
  Protocol,
  Severity,
  SourceRange,
} from "@traffic-policy/policy-language";
import type { ActionNode } from "./nodes/action-node.ts";
import type { DocumentNode } from "./nodes/document-node.ts";
import type { ExpressionNode } from "./nodes/expression-node.ts";
import type { IgnoreNode } from "./nodes/ignore-node.ts";
import type { RuleNode } from "./nodes/rule-node.ts";
import type { SourceErrorNode } from "./nodes/source-error-node.ts";
import type { TextNode } from "./nodes/text-node.ts";

/**
 * A lint rule. Its name is the name of its file, or for a rule of your own the one that it has in
 * the configuration; its page is made from `docs`.
 */
export interface LintRule<Options = unknown> {
  /** The severity in the preset `recommended`; a rule that is `off` there is for the strict only. */
  readonly severity: Severity | "off";
  /** The severity in the preset `strict`, when it is another one. */
  readonly strict?: Severity;
  /** Which findings have a fix, when some have: safe ones, or ones to look at before. */
  readonly fix?: "safe" | "unsafe";
  /** The rule's page, in the order of the page. */
  readonly docs: {
    /** One sentence: what the rule finds. */
    readonly what: string;
    /** A policy, or a part of one, that the rule finds fault with. */
    readonly wrong: string;
    /** The same put right. */
    readonly right: string;
    readonly why: string;
    /** What the examples are written in, when it is not JSON. */
    readonly language?: "yaml";
    /** What the examples are for, when it is not http. */
    readonly protocol?: Protocol;
    /** The options that the examples need, when the defaults do not show the rule. */
    readonly exampleOptions?: Options;
    /** Where the page of a rule of your own can be read, as a URL or path. */
    readonly page?: string;
  };
  /** What can be set: the shape of the options and what they are when nobody says. */
  readonly options?: { readonly schema: JsonSchema; readonly default: Options };
  /** What the rule looks at: a policy is walked once for all rules. */
  readonly visit: LintVisit<Options>;
}

/**
 * The parts of a policy that a rule looks at, and what it does with each.
 *
 * A built-in rule that said nothing about a part is not shown equal ones, which have the same text
 * and the same `place`, unless it asked for what stands around the part. That is noticed when
 * it asks a condition for `given`, an action for `rule`, or a rule for `value`, `name`, `index`,
 * `following` or `path`. The `path` of an expression, an action or a text is for telling where a
 * finding is, and nothing may depend on it. A rule that remembers what it was shown does so with
 * `alongDirection`. Rules of your own are shown every part.
 */
export interface LintVisit<Options> {
  readonly sourceError?: (node: SourceErrorNode, report: Report, options: Options) => void;
  readonly document?: (node: DocumentNode, report: Report, options: Options) => void;
  readonly rule?: (node: RuleNode, report: Report, options: Options) => void;
  /** Conditions, interpolations and other expressions of a config alike; see `role`. */
  readonly expression?: (node: ExpressionNode, report: Report, options: Options) => void;
  readonly action?: (node: ActionNode, report: Report, options: Options) => void;
  /** Texts of configs in which `${expression}` is replaced. */
  readonly text?: (node: TextNode, report: Report, options: Options) => void;
  /** Orders to ignore findings, when all findings are known. */
  readonly ignore?: (node: IgnoreNode, report: Report, options: Options) => void;
}

/** Tells a finding. */
export type Report = (finding: Finding) => void;

/** What a rule says of a finding; the rest of the diagnostic follows from it. */
export interface Finding {
  /** JSON Pointer to what is wrong. */
  readonly path: string;
  /** Which part of it; the value when left out. */
  readonly part?: Part;
  /** One sentence: what is wrong, with the name it is about. */
  readonly message: string;
  /** What to do. */
  readonly help?: string;
  /** The highest severity that this finding may have, when the facts are unsure about it. */
  readonly atMost?: Severity;
  /** Where it is in the file, when the path and part cannot tell. */
  readonly location?: SourceRange;
  /** Other places that belong to it. */
  readonly related?: readonly RelatedPlace[];
  /** How to put it right. */
  readonly fix?: Fix;
}

/** A change that puts a finding right. */
export interface Fix {
  /** What it does, as an order: "Write req.method". */
  readonly title: string;
  /** Whether the policy surely does the same afterwards, but for what was wrong. */
  readonly safe: boolean;
  readonly edits: readonly Edit[];
}

/** Another place that belongs to a finding; see {@link Finding}. */
export interface RelatedPlace {
  readonly message: string;
  readonly path: string;
  readonly part?: Part;
  readonly location?: SourceRange;
}

/** Defines a lint rule. */
export function defineRule<Options = undefined>(rule: LintRule<Options>): LintRule {
  // The options of a rule always are what its own schema allows.
  return rule as LintRule;
}
