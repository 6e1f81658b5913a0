import type {
  ActionNode,
  DocumentNode,
  ExpressionNode,
  RuleNode,
  SourceErrorNode,
} from "./node.ts";
import type { Part, Severity, SourceRange } from "@traffic-policy/policy-language";

/** A lint rule. Its file name is the rule's name, its page is made from `docs`. */
export interface LintRule {
  /** The severity unless the configuration says otherwise. */
  readonly severity: Severity;
  /** The rule's page, in the order of the page. */
  readonly docs: {
    /** One sentence: what the rule finds. */
    readonly what: string;
    /** A policy, or a part of one, that the rule finds fault with. */
    readonly wrong: string;
    /** The same put right. */
    readonly right: string;
    readonly why: string;
  };
  /** What the rule looks at: a policy is walked once for all rules. */
  readonly visit: {
    readonly sourceError?: (node: SourceErrorNode, report: Report) => void;
    readonly document?: (node: DocumentNode, report: Report) => void;
    readonly rule?: (node: RuleNode, report: Report) => void;
    readonly expression?: (node: ExpressionNode, report: Report) => void;
    readonly action?: (node: ActionNode, report: Report) => void;
  };
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
  /** Where it is in the file, when the path and part cannot tell. */
  readonly location?: SourceRange;
  /** Other places that belong to it. */
  readonly related?: readonly RelatedPlace[];
}

/** Another place that belongs to a finding; see {@link Finding}. */
export interface RelatedPlace {
  readonly message: string;
  readonly path: string;
  readonly part?: Part;
  readonly location?: SourceRange;
}

/** Defines a lint rule. */
export function defineRule(rule: LintRule): LintRule {
  return rule;
}
