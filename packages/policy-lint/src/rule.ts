import type {
  ActionDefinition,
  CheckErrorCode,
  FunctionDefinition,
  JsonSchema,
  Protocol,
  RecordField,
  Severity,
  TextFormat,
  VariableDefinition,
} from "@traffic-policy/policy-language";
import type { Chain } from "./analysis/logic/operands.ts";
import type { Finding } from "./finding.ts";
import type { ActionNode, TextNode } from "./nodes/action-node.ts";
import type { DocumentNode, SectionNode, SourceErrorNode } from "./nodes/document-node.ts";
import type { ExpressionNode, ExpressionRole } from "./nodes/expression-node.ts";
import type {
  AccessPart,
  CallPart,
  CheckErrorPart,
  ComparedText,
  FieldPart,
  FormattedText,
  LiteralPart,
  VariablePart,
} from "./nodes/expression-parts.ts";
import type { IgnoreNode } from "./nodes/ignore-node.ts";
import type { ExpressionInRule, RuleNode } from "./nodes/rule-node.ts";

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
  /** The kind of code that its findings are about; editors show such code differently. */
  readonly tag?: "unnecessary" | "deprecated";
  /** The rule's page, in the order of the page. */
  readonly docs: {
    /** One sentence: what the rule finds. */
    readonly what: string;
    /** A policy, or a part of one, that the rule finds fault with. */
    readonly wrong: string;
    /** The same corrected. */
    readonly right: string;
    readonly why: string;
    /** The language of the examples, when it is not JSON. */
    readonly language?: "yaml";
    /** The protocol of the examples, when it is not http. */
    readonly protocol?: Protocol;
    /** True when the examples are policies of a cloud endpoint. */
    readonly isOfCloudEndpoint?: true;
    /** The options that the examples need, when the defaults do not show the rule. */
    readonly exampleOptions?: Options;
    /** Where the page of a rule of your own can be read, as a URL or path. */
    readonly page?: string;
  };
  /** The schema of the options, and their default. */
  readonly options?: { readonly schema: JsonSchema; readonly default: Options };
  /** The parts that the rule looks at. Lint walks a policy once for all rules. */
  readonly visit: LintVisit<Options>;
  /** Which of these parts it is shown. */
  readonly only?: LintOnly;
}

/**
 * The parts of a policy that a rule looks at, and what it does with each. There are two kinds of methods.
 *
 * Those of {@link PlacedVisit} get a part where it is: they may look at all that is around it.
 *
 * Those of {@link AloneVisit} get a part with nothing around it. What a built-in rule says of one is
 * remembered and said again of equal parts, with the same text and the same `place`; the paths in it are
 * relative to the part.
 */
export interface LintVisit<Options> extends PlacedVisit<Options>, AloneVisit<Options> {}

/** Callbacks for parts in context; see {@link LintVisit}. Paths are JSON Pointers into the document. */
export interface PlacedVisit<Options> {
  readonly sourceError?: Look<SourceErrorNode, Options>;
  readonly document?: Look<DocumentNode, Options>;
  /**
   * Called with the rules of a section, before each is shown. A returned function is called for each rule, in order;
   * it can keep state in a closure.
   */
  readonly section?: (
    node: SectionNode,
    report: Report,
    options: Options,
  ) => ((rule: RuleNode) => void) | undefined;
  readonly rule?: Look<RuleNode, Options>;
  readonly expressionInRule?: Look<ExpressionInRule, Options>;
  /** Ignore directives, when all findings are known. */
  readonly ignore?: Look<IgnoreNode, Options>;
}

/** Callbacks for standalone parts; see {@link LintVisit}. Paths are relative to the part: "" is the part itself. */
export interface AloneVisit<Options> {
  readonly action?: Look<ActionNode, Options>;
  /** Texts of configs in which `${expression}` is replaced; relative to their action. */
  readonly text?: Look<TextNode, Options>;
  /** All expressions: conditions, interpolations and others in a config; see `role`. */
  readonly expression?: Look<ExpressionNode, Options>;
  readonly checkError?: Look<CheckErrorPart, Options>;
  readonly variable?: Look<VariablePart, Options>;
  readonly field?: Look<FieldPart, Options>;
  readonly call?: Look<CallPart, Options>;
  readonly access?: Look<AccessPart, Options>;
  readonly literal?: Look<LiteralPart, Options>;
  readonly comparedText?: Look<ComparedText, Options>;
  /** Texts that a function expects in a format, such as a regular expression. */
  readonly formattedText?: Look<FormattedText, Options>;
  readonly chain?: Look<Chain, Options>;
}

/** Limits the parts that a rule sees, by facts known beforehand. Without a limit, it sees all parts. */
export interface LintOnly {
  readonly action?: (definition: ActionDefinition) => boolean;
  readonly expression?: (role: ExpressionRole) => boolean;
  readonly checkError?: (code: CheckErrorCode) => boolean;
  readonly variable?: (definition: VariableDefinition) => boolean;
  readonly field?: (definition: RecordField) => boolean;
  readonly call?: (definition: FunctionDefinition) => boolean;
  readonly access?: (variable: VariableDefinition) => boolean;
  readonly comparedText?: (variable: VariableDefinition) => boolean;
  readonly formattedText?: (format: TextFormat) => boolean;
}

type Look<Node, Options> = (node: Node, report: Report, options: Options) => void;

/** Tells a finding. */
export type Report = (finding: Finding) => void;

/** Defines a lint rule. */
export function defineRule<Options = undefined>(rule: LintRule<Options>): LintRule {
  // The options of a rule always are what its own schema allows.
  return rule as LintRule;
}
