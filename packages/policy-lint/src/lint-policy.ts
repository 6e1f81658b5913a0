import {
  directionsDialect,
  protocols,
  type Diagnostic,
  type Dialect,
  type PolicySource,
  type Protocol,
} from "@traffic-policy/policy-language";
import { ActiveRules } from "./active-rules.ts";
import { IgnoreComments, type FileLine } from "./ignore/ignore-comments.ts";
import { ignoreMark } from "./ignore/read-ignore-comments.ts";
import { Inspection } from "./inspection.ts";
import type { IgnoreNode } from "./nodes/ignore-node.ts";
import type { LintRule } from "./rule.ts";
import { rules as builtInRules } from "./rules/index.generated.ts";
import type { Preset, RuleSetting } from "./settings.ts";
import { walk } from "./walk.ts";

export interface LintOptions {
  readonly dialect?: Dialect;
  /**
   * What the policy is for; several when it is for each of them. Without it, nothing is said about
   * what exists for which protocol.
   */
  readonly protocol?: Protocol | readonly Protocol[] | undefined;
  /** `recommended` when left out. */
  readonly preset?: Preset | undefined;
  /** Severities and options of rules by their name; the others are as the preset has them. */
  readonly settings?: Readonly<Record<string, RuleSetting>>;
  /** More rules than the built-in ones, by their name. */
  readonly rules?: ReadonlyMap<string, LintRule> | undefined;
  /**
   * Rules that are not asked, because they did not finish before. Nothing is said of orders to ignore
   * what they find.
   */
  readonly unfinished?: ReadonlySet<string> | undefined;
}

/** The built-in rules by their name. */
export const rules: ReadonlyMap<string, LintRule> = builtInRules;

/**
 * Finds what is wrong with a policy; the findings are in the order of the file, those of several files
 * by their names. What a comment of the file orders to ignore is left out.
 *
 * @throws LintRuleError when a rule of `options.rules` throws
 */
export function lintPolicy(source: PolicySource, options: LintOptions = {}): Diagnostic[] {
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

/** What is wrong with orders to ignore findings, once it is known what they ignored. */
export function lintIgnores(orders: readonly IgnoreNode[], options: LintOptions): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const nowhere = { locate: () => undefined };
  const active = activeRules(options);
  const inspection = new Inspection(active, nowhere, (found) => diagnostics.push(found));
  const shown = orders.map((order) => withUse(order, options.unfinished));
  for (const rule of active.at("ignore")) {
    for (const order of shown) inspection.showTo(rule, "ignore", order);
  }
  return diagnostics;
}

/** The same order, as if it were for something wherever nobody can know. */
function withUse(order: IgnoreNode, unfinished: ReadonlySet<string> = new Set()): IgnoreNode {
  return {
    ...order,
    rules: order.rules.map((rule) =>
      unfinished.has(rule.name) ? { ...rule, isUsed: true } : rule,
    ),
  };
}

function activeRules(options: LintOptions): ActiveRules {
  const { settings, unfinished = new Set() } = options;
  const off = [...unfinished].map((name) => [name, "off"] as const);
  return ActiveRules.of(knownRules(options), {
    ...options,
    ...(off.length > 0 && { settings: { ...settings, ...Object.fromEntries(off) } }),
  });
}

/** The built-in rules and the others of the options. */
export function knownRules({ rules: more }: LintOptions): ReadonlyMap<string, LintRule> {
  if (more === undefined) return builtInRules;
  let all = withBuiltIn.get(more);
  if (all === undefined) withBuiltIn.set(more, (all = new Map([...builtInRules, ...more])));
  return all;
}

const withBuiltIn = new WeakMap<ReadonlyMap<string, LintRule>, ReadonlyMap<string, LintRule>>();

function findings(source: PolicySource, options: LintOptions): Diagnostic[] {
  const { dialect = directionsDialect, protocol } = options;
  const found = new Map<string, Diagnostic>();
  const several = typeof protocol === "object";
  const diagnostics: Diagnostic[] = [];
  const active = activeRules(options);
  const inspection = new Inspection(active, source, (diagnostic) => {
    if (several) found.set(JSON.stringify(diagnostic), diagnostic);
    else diagnostics.push(diagnostic);
  });
  for (const one of several ? protocol : [protocol]) {
    walk(source, { dialect, protocol: one }, inspection);
  }
  return several ? [...found.values()] : diagnostics;
}

/** A value may begin lines before what is found in it, and a comment cannot stand in a string. */
function linesOf({ location, path }: Diagnostic, source: PolicySource): FileLine[] {
  return [location, source.locate(path, "key"), source.locate(path)].flatMap((range) =>
    range === undefined ? [] : [{ file: range.file, line: range.start.line }],
  );
}

/** By file, line and column; what has no place comes last. */
function byPlace({ location: one }: Diagnostic, { location: other }: Diagnostic): number {
  if (one === undefined || other === undefined) {
    return Number(one === undefined) - Number(other === undefined);
  }
  if (one.file !== other.file) return one.file < other.file ? -1 : 1;
  return one.start.line - other.start.line || one.start.column - other.start.column;
}
