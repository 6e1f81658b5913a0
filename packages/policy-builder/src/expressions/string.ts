import { callSite } from "../call-site.ts";
import { listOperand, operand } from "../operand.ts";
import { refuseNothing } from "../errors.ts";
import type { Restriction } from "../restriction.ts";
import { binary, call, method } from "./build.ts";
import { kind, places } from "./cel-expression.ts";
import { ComparableExpression } from "./comparable.ts";
import type { Condition } from "./condition.ts";
import type { IntExpression } from "./number.ts";
import { type BytesValue, defineKind, type StringValue } from "./kinds.ts";

/** Text. Its order is that of the Unicode code points. */
export class StringExpression<out R extends Restriction = never> extends ComparableExpression<
  "string",
  R
> {
  get [kind](): "string" {
    return "string";
  }

  /** `startsWith`: begins with this text. */
  startsWith<Q extends Restriction = never>(prefix: StringValue<Q>): Condition<R | Q> {
    return method("bool", this, "startsWith", [operand("string", prefix)], callSite());
  }
  /** `endsWith`: ends with this text. */
  endsWith<Q extends Restriction = never>(suffix: StringValue<Q>): Condition<R | Q> {
    return method("bool", this, "endsWith", [operand("string", suffix)], callSite());
  }
  /** `contains`: has this text somewhere in it. */
  contains<Q extends Restriction = never>(part: StringValue<Q>): Condition<R | Q> {
    return method("bool", this, "contains", [operand("string", part)], callSite());
  }
  /** `matches`: has a match of this regular expression (RE2) somewhere in it. */
  matches<Q extends Restriction = never>(pattern: StringValue<Q>): Condition<R | Q> {
    return method("bool", this, "matches", [operand("string", pattern)], callSite());
  }
  /**
   * `inCidrRange`, and with several CIDRs `inCidrRanges`: as an IP address it lies in one of them,
   * such as `192.0.2.0/24`. A CIDR that is not valid has no addresses.
   *
   * @throws TypeError for none at all, as for an empty array that is spread: it would always be false
   */
  inCidr<Q extends Restriction = never>(...cidrs: readonly StringValue<Q>[]): Condition<R | Q> {
    refuseNothing(cidrs, "inCidr() needs at least one CIDR", "it would always be false");
    const address = { tree: this.toExpression(), places: this[places] };
    const [first] = cidrs;
    return first !== undefined && cidrs.length === 1
      ? call("bool", "inCidrRange", [address, operand("string", first)], { site: callSite() })
      : call("bool", "inCidrRanges", [address, listOperand("string", cidrs)], { site: callSite() });
  }
  /** `size`: how many characters it has. */
  size(): IntExpression<R> {
    return call("int", "size", [operand("string", this)]);
  }
  /** `+`: this text with another one after it. */
  plus<Q extends Restriction = never>(text: StringValue<Q>): StringExpression<R | Q> {
    return binary("string", this, "+", operand("string", text));
  }
}

defineKind("string", (tree, where, site) => new StringExpression(tree, where, site));

/** Bytes. */
export class BytesExpression<out R extends Restriction = never> extends ComparableExpression<
  "bytes",
  R
> {
  get [kind](): "bytes" {
    return "bytes";
  }

  /** `size`: how many bytes there are. */
  size(): IntExpression<R> {
    return call("int", "size", [operand("bytes", this)]);
  }
  /** `+`: these bytes, and then the others. */
  plus<Q extends Restriction = never>(bytes: BytesValue<Q>): BytesExpression<R | Q> {
    return binary("bytes", this, "+", operand("bytes", bytes));
  }
}

defineKind("bytes", (tree, where, site) => new BytesExpression(tree, where, site));
