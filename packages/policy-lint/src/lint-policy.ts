import {
  type Diagnostic,
  type Dialect,
  directionsDialect,
  type PolicySource,
  type Protocol,
  protocols,
} from "@traffic-policy/policy-language";
import { type FileLine, IgnoreComments, ignoreMark } from "./ignore-comments.ts";
import { Inspection } from "./inspection.ts";
import type { IgnoreNode } from "./nodes/ignore-node.ts";
import type { LintRule } from "./rule.ts";
import { rules as builtInRules } from "./rules/index.generated.ts";
import { LintSession } from "./session.ts";
import type { Settings } from "./settings.ts";

export interface LintOptions extends Settings {
  readonly dialect?: Dialect;
  /**
   * The protocol of the policy; several when it is for each of them. Without it, lint does not report what is missing
   * in some protocols.
   */
  readonly protocol?: Protocol | readonly Protocol[] | undefined;
  /** True for the policy of a cloud endpoint, which must end everything that no rule ends. */
  readonly isOfCloudEndpoint?: boolean;
  /** True for a policy that the operator of Kubernetes may translate, which not every phase survives. */
  readonly isTranslated?: boolean;
  /** More rules than the built-in ones, by their name. */
  readonly rules?: ReadonlyMap<string, LintRule> | undefined;
  /** Results kept from other policies. Pass the same session to lint many policies in less time. */
  readonly session?: LintSession | undefined;
}

/** The built-in rules by their name. */
export const rules: ReadonlyMap<string, LintRule> = builtInRules;

/**
 * Finds what is wrong with a policy; the findings are in the order of the file, those of several files
 * by their names. Findings that an ignore directive of the file suppresses are left out.
 *
 * @throws LintRuleError when a rule of `options.rules` throws
 */
export function lintPolicy(source: PolicySource, how: LintOptions = {}): Diagnostic[] {
  const options = { session: new LintSession(), ...how };
  const comments = new IgnoreComments(source.comments?.(ignoreMark) ?? []);
  const found = findings(source, options);
  if (comments.isEmpty) return found.toSorted(byPlace);
  const isLeft = (finding: Diagnostic): boolean =>
    !comments.ignores(finding, linesOf(finding, source));
  const left = found.filter(isLeft);
  // A comment may be for what is found only when the policy is for a certain protocol.
  if (options.protocol === undefined) {
    findings(source, { ...options, protocol: protocols }).forEach(isLeft);
  }
  const orders = comments.nodes(knownRules(options));
  return [...left, ...lintIgnores(orders, options)].toSorted(byPlace);
}

/** Problems of ignore directives, once it is known what they suppressed. */
export function lintIgnores(orders: readonly IgnoreNode[], options: LintOptions): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const nowhere = { locate: () => undefined };
  const { session = new LintSession() } = options;
  const active = session.activeRules(options.rules, options);
  const inspection = new Inspection(active, nowhere, (found) => diagnostics.push(found));
  inspection.ignores(orders.map((order) => withUse(order, options.unfinished)));
  return diagnostics;
}

/** Returns the directive with its unfinished rules marked as used, because their use cannot be known. */
function withUse(order: IgnoreNode, unfinished: ReadonlySet<string> = new Set()): IgnoreNode {
  return {
    ...order,
    rules: order.rules.map((rule) =>
      unfinished.has(rule.name) ? { ...rule, isUsed: true } : rule,
    ),
  };
}

/** The built-in rules and the others of the options. */
export function knownRules({ rules: more }: LintOptions): ReadonlyMap<string, LintRule> {
  return more === undefined ? builtInRules : new Map([...builtInRules, ...more]);
}

function findings(source: PolicySource, options: LintOptions): Diagnostic[] {
  const { dialect = directionsDialect, protocol, session = new LintSession() } = options;
  const found = new Map<string, Diagnostic>();
  const several = typeof protocol === "object";
  const diagnostics: Diagnostic[] = [];
  const active = session.activeRules(options.rules, options);
  const inspection = new Inspection(active, source, (diagnostic) => {
    if (several) found.set(JSON.stringify(diagnostic), diagnostic);
    else diagnostics.push(diagnostic);
  });
  for (const one of several ? protocol : [protocol]) {
    inspection.policy(source, one, session.memory(dialect), options);
  }
  return several ? [...found.values()] : diagnostics;
}

/**
 * Returns the lines in which a comment may apply to a finding. A value may begin lines before the problem in it, and
 * a string cannot contain a comment.
 */
function linesOf({ location, path }: Diagnostic, source: PolicySource): FileLine[] {
  return [location, source.locate(path, "key"), source.locate(path)].flatMap((range) =>
    range === undefined ? [] : [{ file: range.file, line: range.start.line }],
  );
}

/** The order of findings: by file, line and column; what has no place comes last. */
export function byPlace({ location: one }: Diagnostic, { location: other }: Diagnostic): number {
  if (one === undefined || other === undefined) {
    return Number(one === undefined) - Number(other === undefined);
  }
  if (one.file !== other.file) return one.file < other.file ? -1 : 1;
  return one.start.line - other.start.line || one.start.column - other.start.column;
}
