import {
  protocols,
  type JsonValue,
  type PolicyDocument,
  type Protocol,
} from "@traffic-policy/policy-language";
import { brand } from "./is-policy-builder.ts";
import { inArgument, describeValue } from "./errors.ts";
import { callSite, originOf, type CallSite, type Origin } from "./call-site.ts";
import { checkPlacement, type Direction } from "./check-placement.ts";
import { site } from "./expressions/cel-expression.ts";
import type { Allowed, Restriction } from "./restriction.generated.ts";
import { copied } from "./json-copy.ts";
import { refuseToAdd, RuleBuilder, ruleParts, withMember, writtenRule } from "./rule.ts";

/**
 * A policy without rules yet.
 *
 * @param options.protocol - `http` for an HTTPS route, `tcp` for a TCP edge. Without one, a rule
 * may use what any of the protocols has.
 *
 * @example
 * ```ts
 * export default policy({ protocol: "http" })
 *   .inbound(rule("Old API").do(urlRewrite({ from: "/v1/", to: "/v2/" })))
 *   .outbound(rule("Compress").do(compressResponse()));
 * ```
 */
export function policy<P extends Protocol = Protocol>(
  options: { readonly protocol?: P } = {},
): PolicyBuilder<P> {
  const { protocol } = options;
  if (protocol !== undefined && !protocols.includes(protocol)) {
    throw new RangeError(
      `${describeValue(protocol)} is not one of the protocols ${protocols.join(", ")}.`,
    );
  }
  return new PolicyBuilder<P>(protocol, { rules: new Map() }, callSite());
}

/** A rule; what is falsy is not a rule, and skipped. */
export type RuleItem<R extends Restriction = Restriction> =
  RuleBuilder<R> | false | null | undefined | "" | 0;

/** The same items; those that may not be there have a text in their place that says why. */
type Placed<T extends readonly unknown[], R extends Restriction> = {
  [I in keyof T]: T[I] extends RuleItem<R> ? T[I] : Misplaced<T[I], R>;
};

type Misplaced<Item, R extends Restriction> =
  Item extends RuleBuilder<infer Own extends Restriction>
    ? `only for ${Exclude<Own, R>} rules`
    : "not a rule";

/** The same policies; those that are for another protocol have a text in their place. */
type Extending<T extends readonly unknown[], P extends Protocol> = {
  [I in keyof T]: T[I] extends PolicyBuilder<infer Own>
    ? [Protocol] extends [Own]
      ? T[I]
      : [Own] extends [P]
        ? T[I]
        : `for ${Own}, not for ${P}`
    : "not a policy";
};

interface Parts {
  /** In the order of their first mention. */
  readonly rules: ReadonlyMap<Direction, readonly RuleBuilder<Restriction>[]>;
  /** Members that are written as they are. */
  readonly others?: Readonly<Record<string, JsonValue>>;
}

/** A policy in the making. It never changes: every method returns a new one. */
export class PolicyBuilder<P extends Protocol = Protocol> {
  readonly [brand] = true;
  readonly protocol: P | undefined;
  readonly #parts: Parts;
  readonly #callSite: CallSite | undefined;

  constructor(protocol: P | undefined, parts: Parts, callSiteOfIt: CallSite | undefined) {
    this.protocol = protocol;
    this.#parts = parts;
    this.#callSite = callSiteOfIt;
  }

  /**
   * Adds rules that run before the upstream is asked, after those already there. What is falsy is
   * skipped: `debug && rule("Log")`.
   *
   * @throws PlacementError when a rule uses what certainly does not exist there
   */
  inbound<const T extends readonly unknown[]>(
    ...rules: Placed<T, Allowed[P]["inbound"]>
  ): PolicyBuilder<P> {
    return this.#with("inbound", rules);
  }

  /**
   * Adds rules that run after the upstream has answered, after those already there. What is falsy
   * is skipped: `debug && rule("Log")`.
   *
   * @throws PlacementError when a rule uses what certainly does not exist there
   */
  outbound<const T extends readonly unknown[]>(
    ...rules: Placed<T, Allowed[P]["outbound"]>
  ): PolicyBuilder<P> {
    return this.#with("outbound", rules);
  }

  /**
   * Adds the rules of other policies, in both directions, after those already there. A policy
   * without a protocol can be added to any.
   *
   * @throws PlacementError when a rule of theirs uses what certainly does not exist here
   */
  extend<const T extends readonly unknown[]>(...bases: Extending<T, P>): PolicyBuilder<P> {
    return (bases as readonly PolicyBuilder[]).reduce<PolicyBuilder<P>>(
      (extended, base) => extended.#extend(base),
      this,
    );
  }

  /**
   * Writes a member of the policy document as it is, for what there is no method for; the service
   * may know more members than this package.
   *
   * @throws TypeError for a value that JSON cannot hold, and for a direction that has rules
   */
  set(member: string, value: JsonValue): PolicyBuilder<P> {
    if (this.#parts.rules.has(member as Direction)) {
      throw new TypeError(
        `The policy already has rules from ${member}(); set("${member}") would remove them.`,
      );
    }
    const others = withMember(this.#parts.others, member, value);
    return new PolicyBuilder(this.protocol, { ...this.#parts, others }, this.#callSite);
  }

  /** The policy document. */
  toDocument(): PolicyDocument {
    return copied(this.#written());
  }

  /** The policy document, so that `JSON.stringify` writes it. */
  toJSON(): PolicyDocument {
    return this.toDocument();
  }

  /** The policy document as JSON text. */
  toString(): string {
    // Nothing gets into a policy that this would lose: `copyJson` and the actions refuse it.
    return JSON.stringify(this.#written());
  }

  /**
   * Where the parts of the policy were written: JSON Pointer into the document to the call that
   * built the policy, the rule, the expression or the action there.
   */
  origins(): ReadonlyMap<string, Origin> {
    const origins = new Map<string, Origin>();
    const add = (path: string, callSiteOfIt: CallSite | undefined): void => {
      const origin = originOf(callSiteOfIt);
      if (origin !== undefined) origins.set(path, origin);
    };
    add("", this.#callSite);
    for (const [direction, rules] of this.#parts.rules) {
      for (const [index, item] of rules.entries()) {
        const path = `/${direction}/${index}`;
        const { conditions = [], actions } = item[ruleParts];
        add(path, item[site]);
        for (const [place, condition] of conditions.entries()) {
          add(`${path}/expressions/${place}`, condition[site]);
        }
        for (const [place, action] of actions.entries()) {
          add(`${path}/actions/${place}`, action[site]);
        }
      }
    }
    return origins;
  }

  /** The policy document, which must not be changed: rules and actions have their parts in it. */
  #written(): PolicyDocument {
    const { rules, others } = this.#parts;
    return {
      ...Object.fromEntries(
        [...rules].map(([direction, list]) => [direction, list.map(writtenRule)]),
      ),
      ...others,
    };
  }

  #extend(base: PolicyBuilder): PolicyBuilder<P> {
    if (!(base instanceof PolicyBuilder)) {
      throw new TypeError(
        `extend() takes policies made by policy() of this package, not ${describeValue(base)}.`,
      );
    }
    const { rules, others = {} } = base.#parts;
    const extended = [...rules].reduce<PolicyBuilder<P>>(
      (before, [direction, items]) => before.#with(direction, items),
      this,
    );
    return Object.entries(others).reduce(
      (before, [member, value]) => before.set(member, value),
      extended,
    );
  }

  #with(direction: Direction, items: readonly unknown[]): PolicyBuilder<P> {
    refuseToAdd("policy", direction, direction, this.#parts.others);
    const added = items.filter((item, index) => isRule(item, index, direction));
    for (const item of added) checkPlacement(item, this.protocol, direction);
    const { rules } = this.#parts;
    return new PolicyBuilder(
      this.protocol,
      {
        ...this.#parts,
        rules: new Map([...rules, [direction, [...(rules.get(direction) ?? []), ...added]]]),
      },
      this.#callSite,
    );
  }
}

// Nothing but what is falsy is skipped: a rule that is not recognized must not get lost.
function isRule(
  item: unknown,
  index: number,
  direction: Direction,
): item is RuleBuilder<Restriction> {
  if (item instanceof RuleBuilder) return true;
  if (!item) return false;
  const error = new TypeError(
    `${direction}() takes rules made by rule(), not ${describeValue(item)}.`,
  );
  throw inArgument(error, index);
}
