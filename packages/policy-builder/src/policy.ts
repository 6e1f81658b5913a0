import {
  protocols,
  type JsonValue,
  type Protocol,
  type Rule,
} from "@traffic-policy/policy-language";
import { camelCase } from "@traffic-policy/policy-language/internal";
import { brand } from "./brand.ts";
import { inArgument, describeValue, PlacementError } from "./errors.ts";
import { originOf, type CallSite, type Origin } from "./call-site.ts";
import { checkPlacement } from "./check-placement.ts";
import { site } from "./expressions/cel-expression.ts";
import { placesOf, type Vocabulary } from "./places.ts";
import type { Restriction } from "./restriction.ts";
import { copied } from "./json-copy.ts";
import { refuseToAdd, RuleBuilder, ruleParts, withMember, writtenRule } from "./rule.ts";

/** A rule; what is falsy is not a rule, and skipped. */
export type RuleItem<R extends Restriction = Restriction> =
  | RuleBuilder<R>
  | false
  | null
  | undefined
  | ""
  | 0;

/** Checks items at compile time: an item that is not allowed is replaced by a text that says why. */
export type Placed<T extends readonly unknown[], R extends Restriction> = {
  [I in keyof T]: T[I] extends RuleItem<R> ? T[I] : Misplaced<T[I], R>;
};

type Misplaced<Item, R extends Restriction> =
  Item extends RuleBuilder<infer Own extends Restriction>
    ? `only for ${Exclude<Own, R>} rules`
    : "not a rule";

/** Checks policies at compile time: a policy for another protocol is replaced by a text. */
type Extending<T extends readonly unknown[], P extends Protocol> = {
  [I in keyof T]: T[I] extends BasePolicy<infer Own>
    ? [Protocol] extends [Own]
      ? T[I]
      : [Own] extends [P]
        ? T[I]
        : `for ${Own}, not for ${P}`
    : "not a policy";
};

interface Parts {
  /** By section, in the order of first mention. */
  readonly rules: ReadonlyMap<string, readonly RuleBuilder<Restriction>[]>;
  readonly others?: Readonly<Record<string, JsonValue>>;
}

export const noParts: Parts = { rules: new Map() };

/** The key under which a policy class holds its dialect and how it adds rules. */
export const vocabulary = Symbol("vocabulary");
export const withRules = Symbol("with rules");

/**
 * Validates the protocol of a policy.
 *
 * @throws RangeError when it is not a protocol
 */
export function checkedProtocol<P extends Protocol>({
  protocol,
}: {
  readonly protocol?: P;
}): P | undefined {
  if (protocol === undefined || protocols.includes(protocol)) return protocol;
  throw new RangeError(
    `${describeValue(protocol)} is not one of the protocols ${protocols.join(", ")}.`,
  );
}

/** A policy in the making, in any dialect. It never changes: every method returns a new one. */
export abstract class BasePolicy<P extends Protocol = Protocol, Document extends object = object> {
  readonly [brand] = true;
  abstract readonly [vocabulary]: Vocabulary;
  readonly protocol: P | undefined;
  readonly #parts: Parts;
  readonly #callSite: CallSite | undefined;

  constructor(protocol: P | undefined, parts: Parts, callSiteOfIt: CallSite | undefined) {
    this.protocol = protocol;
    this.#parts = parts;
    this.#callSite = callSiteOfIt;
  }

  /**
   * Adds the rules of other policies, each where it is there, after those already here. A policy
   * without a protocol can be added to any.
   *
   * @throws PlacementError when a rule of theirs uses what certainly does not exist here
   */
  extend<const T extends readonly unknown[]>(...bases: Extending<T, P>): this {
    return (bases as readonly BasePolicy[]).reduce<this>(
      (extended, base) => extended.#extend(base),
      this,
    );
  }

  /**
   * Writes a member of the policy document as it is, for what there is no method for; the service
   * may know more members than this package.
   *
   * @throws TypeError for a value that JSON cannot hold, and for a section that has rules
   */
  set(member: string, value: JsonValue): this {
    if (this.#parts.rules.has(member)) {
      throw new TypeError(
        `The policy already has rules from ${camelCase(member)}(); set("${member}") would remove them.`,
      );
    }
    return this.#made({ ...this.#parts, others: withMember(this.#parts.others, member, value) });
  }

  /** The policy document. */
  toDocument(): Document {
    return copied(this.#written()) as Document;
  }

  /** The policy document, so that `JSON.stringify` writes it. */
  toJSON(): Document {
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
    for (const [section, rules] of this.#parts.rules) {
      for (const [index, item] of rules.entries()) {
        const path = `/${section}/${index}`;
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

  /**
   * @throws PlacementError when policies for the protocol have no such rules, or a rule uses what certainly does
   * not exist there
   */
  [withRules](section: string, items: readonly unknown[]): this {
    const method = camelCase(section);
    if (placesOf(this[vocabulary], { protocol: this.protocol, direction: section }) === 0) {
      throw new PlacementError(
        `A policy for ${this.protocol} has no ${section} rules.`,
        undefined,
        originOf(this.#callSite),
      );
    }
    refuseToAdd("policy", section, method, this.#parts.others);
    const added = items.filter((item, index) => isRule(item, index, method));
    for (const item of added) {
      checkPlacement(item, this[vocabulary], { protocol: this.protocol, direction: section });
    }
    const { rules } = this.#parts;
    const all = [...(rules.get(section) ?? []), ...added];
    return this.#made({ ...this.#parts, rules: new Map([...rules, [section, all]]) });
  }

  /** The policy document, which must not be changed: rules and actions have their parts in it. */
  #written(): Readonly<Record<string, readonly Rule[] | JsonValue>> {
    const { rules, others } = this.#parts;
    return {
      ...Object.fromEntries([...rules].map(([section, list]) => [section, list.map(writtenRule)])),
      ...others,
    };
  }

  #made(parts: Parts): this {
    const Class = this.constructor as new (
      ...args: ConstructorParameters<typeof BasePolicy>
    ) => this;
    return new Class(this.protocol, parts, this.#callSite);
  }

  #extend(base: BasePolicy): this {
    if (!(base instanceof BasePolicy)) {
      throw new TypeError(
        `extend() takes policies made by policy() of this package, not ${describeValue(base)}.`,
      );
    }
    const [own, other] = [this[vocabulary].dialect, base[vocabulary].dialect];
    if (other !== own) {
      throw new TypeError(
        `A policy of ${own.name} cannot extend one of ${other.name}: they have other keys.`,
      );
    }
    const { rules, others = {} } = base.#parts;
    const extended = [...rules].reduce<this>(
      (before, [section, items]) => before[withRules](section, items),
      this,
    );
    return Object.entries(others).reduce<this>(
      (before, [member, value]) => before.set(member, value),
      extended,
    );
  }
}

// Nothing but what is falsy is skipped: a rule that is not recognized must not get lost.
function isRule(item: unknown, index: number, method: string): item is RuleBuilder<Restriction> {
  if (item instanceof RuleBuilder) return true;
  if (!item) return false;
  const error = new TypeError(
    `${method}() takes rules made by rule(), not ${describeValue(item)}.`,
  );
  throw inArgument(error, index);
}
