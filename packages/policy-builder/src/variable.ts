import { type Expression } from "@traffic-policy/policy-language";
import { canonicalHeaderName, reading } from "@traffic-policy/policy-language/internal";
import { places, type CelExpression } from "./expressions/cel-expression.ts";
import { makeExpression, type Expressions, type Kind, type Values } from "./expressions/kinds.ts";
import { everywhere, type PlaceSet } from "./places.ts";
import type { Restriction } from "./restriction.ts";
import { callSite } from "./call-site.ts";
import { call, refuseBoolean } from "./expressions/build.ts";
import { Condition } from "./expressions/condition.ts";
import { operand, type Operand } from "./operand.ts";

export function variable<T extends CelExpression<Restriction>>(
  kind: string,
  name: string,
  where = everywhere,
): T {
  return makeExpression(kind, reading(name), where);
}

export function headerName(name: unknown): unknown {
  return typeof name === "string" ? canonicalHeaderName(name) : name;
}

/**
 * A value of the CEL type `K` that some requests lack. A condition that reads it fails for them, and so does the
 * request, unless the condition checks first: with `isPresent`, `whenPresent`, `missingOr` or `orElse`.
 */
export type IfPresent<K extends Kind, R extends Restriction> = Expressions<R>[K] & Presence<K, R>;

/** How to ask for a value that some requests do not have. */
export interface Presence<K extends Kind, R extends Restriction> {
  /** There is a value: `has(req.url.port)` in CEL, or `hasReqCookie('id')` for a cookie. */
  isPresent(): Condition<R>;
  /**
   * There is a value, and the condition is true of it: `has(a.b) && …` in CEL.
   *
   * @example
   * ```ts
   * req.contentLength.whenPresent((length) => length.gt(1_000_000))
   * ```
   */
  whenPresent<Q extends Restriction = never>(
    condition: (value: Expressions<R>[K]) => Condition<Q>,
  ): Condition<R | Q>;
  /**
   * There is no value, or the condition is true of it: `!has(a.b) || …` in CEL.
   *
   * @example
   * ```ts
   * conn.geo.countryCode.missingOr((code) => code.ne("NO"))
   * ```
   */
  missingOr<Q extends Restriction = never>(
    condition: (value: Expressions<R>[K]) => Condition<Q>,
  ): Condition<R | Q>;
  /**
   * The value, or this one when there is none: `has(a.b) ? a.b : 0` in CEL.
   *
   * @example
   * ```ts
   * req.url.port.orElse(443).eq(8443)
   * ```
   */
  orElse(value: Values<R>[K]): Expressions<R>[K];
}

export function variableIfPresent<K extends Kind, R extends Restriction>(
  type: K,
  name: string,
  where?: PlaceSet,
): IfPresent<K, R> {
  const value = variable<Expressions<R>[K]>(type, name, where);
  return withPresence(type, value, "has", operand("dyn", value));
}

/**
 * Creates a call of a function that has no result for some requests.
 *
 * @param asking - the function that tells whether there is a result for the same argument
 */
export function callIfPresent<K extends Kind, R extends Restriction>(
  type: K,
  name: string,
  asking: string,
  argument: Operand,
  where: PlaceSet,
): IfPresent<K, R> {
  const value = call<Expressions<R>[K]>(type, name, [argument], { places: where });
  return withPresence(type, value, asking, argument);
}

/** @throws TypeError for the boolean that a JavaScript comparison gives */
function conditionOf(condition: unknown): Operand {
  refuseBoolean(condition, 0);
  return operand("bool", condition);
}

function withPresence<K extends Kind, R extends Restriction>(
  type: K,
  value: Expressions<R>[K],
  asking: string,
  argument: Operand,
): IfPresent<K, R> {
  const common = value[places];
  const presence: Expression = { kind: "call", name: asking, arguments: [argument.tree] };
  const missing: Expression = { kind: "unary", operator: "!", operand: presence };
  const methods: Presence<K, R> = {
    isPresent: () => new Condition<R>(presence, common, callSite()),
    whenPresent<Q extends Restriction>(condition: (value: Expressions<R>[K]) => Condition<Q>) {
      const holds = conditionOf(condition(value));
      return new Condition<R | Q>(
        { kind: "binary", operator: "&&", left: presence, right: holds.tree },
        common & holds.places,
        callSite(),
      );
    },
    missingOr<Q extends Restriction>(condition: (value: Expressions<R>[K]) => Condition<Q>) {
      const holds = conditionOf(condition(value));
      return new Condition<R | Q>(
        { kind: "binary", operator: "||", left: missing, right: holds.tree },
        common & holds.places,
        callSite(),
      );
    },
    orElse(fallback) {
      const other = operand(type, fallback);
      return makeExpression<Expressions<R>[K]>(
        type,
        {
          kind: "conditional",
          condition: presence,
          whenTrue: value.toExpression(),
          whenFalse: other.tree,
        },
        common & other.places,
      );
    },
  };
  for (const [name, does] of Object.entries(methods)) {
    // Whoever goes through what there is under a variable meets other variables only.
    Object.defineProperty(value, name, { value: does });
  }
  return value as IfPresent<K, R>;
}
