import { gapKey, gapText, type RuleReference } from "@traffic-policy/policy-engine";
import { ruleName, shownText } from "@traffic-policy/policy-engine/report";
import { enumerated } from "@traffic-policy/policy-language";
import type { Reached, Target, TargetReach } from "../reach.ts";

/** A part of a policy that is never reached, or of which that is unknown. */
export interface Unreached {
  readonly target: Target;
  readonly kind: "never" | "unknown";
  /** A sentence. */
  readonly text: string;
}

/** What is asked about a rule. */
export type RuleReach = readonly [TargetReach, ...TargetReach[]];

/** What is asked about each rule, in the order of the rules. */
export function byRule(targets: readonly TargetReach[]): readonly RuleReach[] {
  const rules = new Map<string, [TargetReach, ...TargetReach[]]>();
  for (const one of targets) {
    const known = rules.get(one.target.rule.path);
    if (known === undefined) rules.set(one.target.rule.path, [one]);
    else known.push(one);
  }
  return [...rules.values()];
}

/** What is not reached of a rule, without what follows from something else of it. */
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

/** `the rules "A" and "B"`; `rule 2` where it has no name. */
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

/** What would happen. */
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

/** What is asked, with the rule that it is about. */
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
