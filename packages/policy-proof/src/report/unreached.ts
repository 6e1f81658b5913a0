import { gapKey, type RuleReference } from "@traffic-policy/policy-engine";
import { gapText } from "@traffic-policy/policy-engine/internal";
import { ruleName, shownText } from "@traffic-policy/policy-engine/report";
import { enumerated } from "@traffic-policy/policy-language/internal";
import type { Reached, Target, TargetReach } from "../reach.ts";

/** A part of a policy that is never reached, or of which that is unknown. */
export interface Unreached {
  readonly target: Target;
  readonly kind: "never" | "unknown";
  /** A sentence. */
  readonly text: string;
}

/** The results for the questions about a rule. */
export type RuleReach = readonly [TargetReach, ...TargetReach[]];

/** Groups the results by rule, in rule order. */
export function byRule(targets: readonly TargetReach[]): readonly RuleReach[] {
  const rules = new Map<string, [TargetReach, ...TargetReach[]]>();
  for (const one of targets) {
    const known = rules.get(one.target.rule.path);
    if (known === undefined) rules.set(one.target.rule.path, [one]);
    else known.push(one);
  }
  return [...rules.values()];
}

/** The last expression that is true, if it is the rule's match; or the match itself. */
export function matchOf(rule: RuleReach): TargetReach | undefined {
  return rule.findLast(
    ({ target: { never, operand } }) =>
      never === "matched" || (never === "true" && operand.length === 0),
  );
}

/** Returns the unreached parts of a rule, without those that follow from others. */
export function unreachedOf(rule: RuleReach): Unreached[] {
  const [first] = rule;
  if (first.target.never === "reached" && first.reached.kind === "never") {
    return [{ target: first.target, kind: "never", text: neverText(first.target, first.reached) }];
  }
  const never = new Set(
    rule.filter(({ reached }) => reached.kind === "never").map(({ target }) => gapKey(target)),
  );
  const found: Unreached[] = [];
  for (const { target, reached } of rule) {
    const { path, text } = target;
    if (reached.kind === "reached") continue;
    const isTrue = never.has(gapKey({ path, never: "true", operand: [] }));
    const isFalse = never.has(gapKey({ path, never: "false", operand: [] }));
    if (isTrue && isFalse) {
      found.push({ target, kind: "never", text: `${shownText(text ?? "", 200)} always fails.` });
      break;
    }
    found.push({ target, kind: reached.kind, text: unreachedText(target, reached) });
    // Those after an expression that is never true are never evaluated.
    const isLast = rule.findLast((one) => one.target.path === path)?.target === target;
    if (isTrue && isLast) break;
  }
  return found;
}

function unreachedText(
  target: Target,
  reached: Exclude<Reached, { readonly kind: "reached" }>,
): string {
  if (reached.kind === "never") return neverText(target, reached);
  return `Whether ${lowerFirst(targetText(target))} is unknown: ${shownText(reached.reason, 300)}`;
}

type Never = Extract<Reached, { readonly kind: "never" }>;

function neverText(target: Target, never: Never): string {
  return `${subjectOf(target)} ${gapText(target)}: ${whyNever(never)}`;
}

function whyNever({ by, changedBy = [] }: Never): string {
  if (by.length > 0) {
    return `${rulesText(by)} ${by.length === 1 ? "takes" : "take"} all of its requests.`;
  }
  return changedBy.length > 0
    ? `${rulesText(changedBy)} ${changedBy.length === 1 ? "changes" : "change"} what it asks for.`
    : "its conditions exclude each other.";
}

function rulesText(rules: readonly RuleReference[]): string {
  const names = rules.flatMap(({ name }) => (name === undefined ? [] : [`"${name}"`]));
  if (names.length > 1 && names.length === rules.length) {
    return `the rules ${shownText(enumerated(names), 300)}`;
  }
  const single = rules.map((rule) =>
    rule.name === undefined ? ruleName(rule) : `the rule "${rule.name}"`,
  );
  return shownText(enumerated(single), 300);
}

function subjectOf({ text }: Target): string {
  return text === undefined ? "The rule" : shownText(text, 200);
}

/** Describes the event that a target stands for. */
export function targetText(target: Target): string {
  return `${subjectOf(target)} ${targetVerb(target)}`;
}

function targetVerb({ never, operand }: Target): string {
  switch (never) {
    case "reached":
      return "is reached";
    case "matched":
      return "matches";
    case "evaluated":
      return "is evaluated";
    case "failed":
      return "fails";
    default:
      return operand.length === 0 ? `is ${never}` : `decides by being ${never}`;
  }
}

/** Returns the question about a target, including its rule. */
export function questionText(target: Target): string {
  return shownText(`${placedName(target.rule)}: ${lowerFirst(targetText(target))}`, 300);
}

/** A rule with its direction. */
export function placedName(rule: RuleReference): string {
  return `${rule.direction}: ${ruleName(rule)}`;
}

function lowerFirst(text: string): string {
  return text.replace(/^The /, "the ");
}
