import type { JsonValue, Rule } from "@traffic-policy/policy-language";
import { ActionBuilder, written } from "./action.ts";
import { inArgument, describeMistaken, describeValue, refuseNothing } from "./errors.ts";
import { callSite, type CallSite } from "./call-site.ts";
import { places, site, type restriction } from "./expressions/cel-expression.ts";
import { Condition } from "./expressions/condition.ts";
import { copied, copyJson } from "./json-copy.ts";
import { everywhere, type PlaceSet } from "./places.ts";
import type { Restriction } from "./restriction.ts";

/**
 * A rule, with a name that says what it is for. It matches when all of its conditions are true, and
 * always when it has none.
 *
 * @example
 * ```ts
 * rule("Refuse posts").when(req.method.eq("POST")).do(deny({ statusCode: 405 }))
 * ```
 */
export function rule(name?: string): RuleBuilder {
  if (name !== undefined && typeof name !== "string") {
    const error = new TypeError(`rule() takes a name as text, not ${describeValue(name)}.`);
    throw inArgument(error, 0);
  }
  return new RuleBuilder(
    { name, conditions: undefined, actions: [], others: undefined },
    everywhere,
    callSite(),
  );
}

export interface RuleParts {
  readonly name: string | undefined;
  /** Undefined and an empty list match the same requests, but are written differently. */
  readonly conditions: readonly Condition<Restriction>[] | undefined;
  readonly actions: readonly ActionBuilder<Restriction>[];
  readonly others: Readonly<Record<string, JsonValue>> | undefined;
}

export const ruleParts = Symbol("parts");

/**
 * A rule in the making. It never changes: every method returns a new one. `R` says where it may
 * stand only, for the sake of its conditions and actions: `"HTTP outbound"`, say.
 */
export class RuleBuilder<out R extends Restriction = never> {
  declare readonly [restriction]: R;
  readonly [ruleParts]: RuleParts;
  readonly [places]: PlaceSet;
  readonly [site]: CallSite | undefined;

  constructor(parts: RuleParts, where: PlaceSet, callSiteOfIt: CallSite | undefined) {
    this[ruleParts] = parts;
    this[places] = where;
    this[site] = callSiteOfIt;
  }

  /**
   * Adds conditions; all conditions of a rule must be true.
   *
   * @throws TypeError when the rule still has none, as after an empty array that is spread: it would
   * always match
   */
  when<Q extends Restriction = never>(...conditions: readonly Condition<Q>[]): RuleBuilder<R | Q> {
    const { name, conditions: before, actions, others } = this[ruleParts];
    refuseToAdd("rule", "expressions", "when", others);
    const all = [...(before ?? []), ...conditions];
    refuseNothing(all, "when() needs at least one condition", "the rule would always match");
    for (const [index, one] of conditions.entries())
      if (!(one instanceof Condition)) throw notAccepted("when", "conditions", one, index);
    const where = narrowed(this[places], conditions);
    return new RuleBuilder({ name, conditions: all, actions, others }, where, this[site]);
  }

  /** Adds actions, which are done in this order. */
  do<Q extends Restriction = never>(...actions: readonly ActionBuilder<Q>[]): RuleBuilder<R | Q> {
    const { name, conditions, actions: before, others } = this[ruleParts];
    refuseToAdd("rule", "actions", "do", others);
    const all = [...before, ...actions];
    for (const [index, one] of actions.entries())
      if (!(one instanceof ActionBuilder)) throw notAccepted("do", "actions", one, index);
    const where = narrowed(this[places], actions);
    return new RuleBuilder({ name, conditions, actions: all, others }, where, this[site]);
  }

  /**
   * Writes a member of the rule as it is, for what there is no method for; the service may know
   * more members than this package.
   *
   * @throws TypeError for a value that JSON cannot hold, and for a member that the other methods have
   * filled
   */
  set(member: string, value: JsonValue): RuleBuilder<R> {
    const parts = this[ruleParts];
    const taken = replaced(parts, member);
    if (taken !== undefined) throw new TypeError(`The rule has ${taken}.`);
    const others = withMember(parts.others, member, value);
    return new RuleBuilder({ ...parts, others }, this[places], this[site]);
  }

  /** @throws TypeError, because a rule has no meaning as a string */
  [Symbol.toPrimitive](): never {
    throw new TypeError("A rule cannot become a string or a number; toRule() returns it as JSON.");
  }

  /** The rule as it is in the policy document. */
  toRule(): Rule {
    return copied(writtenRule(this));
  }

  /** The rule as it is in the policy document, so that `JSON.stringify` writes it. */
  toJSON(): Rule {
    return this.toRule();
  }
}

/** Returns the rule as the document has it, with the configs of its actions. Do not mutate it. */
export function writtenRule(of: RuleBuilder<Restriction>): Rule {
  const { name, conditions, actions, others } = of[ruleParts];
  // Written in the order that people read a rule in.
  const result: Partial<Rule> = {};
  if (name !== undefined) result.name = name;
  if (conditions !== undefined) result.expressions = conditions.map((one) => one.toString());
  else if (others !== undefined && Object.hasOwn(others, "expressions")) {
    // What it is written as follows below; here it gets its place.
    result.expressions = [];
  }
  result.actions = actions.map((one) => one[written]);
  return (others === undefined ? result : { ...result, ...others }) as Rule;
}

/** Names the part of a rule that would be lost when a member is written unchanged. */
function replaced({ name, conditions, actions }: RuleParts, member: string): string | undefined {
  if (member === "name" && name !== undefined) {
    return 'a name already; set("name") would replace it';
  }
  if (member === "expressions" && conditions !== undefined) {
    return 'conditions from when() already; set("expressions") would remove them';
  }
  if (member === "actions" && actions.length > 0) {
    return 'actions from do() already; set("actions") would remove them';
  }
  return undefined;
}

/**
 * Refuses parts that would be lost because their member is written unchanged.
 *
 * @throws TypeError when there is such a member
 */
export function refuseToAdd(
  what: "policy" | "rule",
  member: string,
  method: string,
  others: Readonly<Record<string, JsonValue>> | undefined,
): void {
  if (others === undefined || !Object.hasOwn(others, member)) return;
  throw new TypeError(
    `The ${what} already has "${member}" from set(); ${method}() cannot add to it.`,
  );
}

function notAccepted(method: string, parts: string, value: unknown, argument: number): unknown {
  const what = describeMistaken(value);
  const error = new TypeError(`${method}() takes ${parts} of the builder, not ${what}.`);
  return inArgument(error, argument);
}

/** Returns the members with another added, even if it is named `__proto__`. */
export function withMember(
  members: Readonly<Record<string, JsonValue>> | undefined,
  name: string,
  value: JsonValue,
): Readonly<Record<string, JsonValue>> {
  return Object.fromEntries([...Object.entries(members ?? {}), [name, copyJson(value, name)]]);
}

function narrowed(own: PlaceSet, parts: readonly { readonly [places]: PlaceSet }[]): PlaceSet {
  let common = own;
  for (const part of parts) common &= part[places];
  return common;
}
