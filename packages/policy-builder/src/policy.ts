import { serialize, type PolicyDocument, type Protocol } from "@traffic-policy/policy-language";
import { CallSite, type Origin } from "./origin.ts";
import type { RuleBuilder } from "./rule.ts";

/**
 * A policy without rules yet.
 *
 * @param options.protocol - `http` for an HTTPS route, `tcp` for a TCP edge
 *
 * @example
 * ```ts
 * export default policy({ protocol: "http" })
 *   .inbound(rule("Old API").do(urlRewrite({ from: "/v1/", to: "/v2/" })))
 *   .outbound(rule("Compress").do(compressResponse()));
 * ```
 */
export function policy(options: { readonly protocol?: Protocol } = {}): PolicyBuilder {
  return new PolicyBuilder(options.protocol, [], new CallSite(policy));
}

// Registered by name, so that a policy is known as one although its package is installed twice.
const brand = Symbol.for("@traffic-policy/policy-builder/policy");

/** Whether a value is a policy made by `policy()`, by whichever copy of this package. */
export function isPolicyBuilder(value: unknown): value is PolicyBuilder {
  return typeof value === "object" && value !== null && brand in value;
}

type Direction = keyof PolicyDocument & string;
type DirectedRule = readonly [Direction, RuleBuilder];

/** A policy in the making. It never changes: every method returns a new one. */
export class PolicyBuilder {
  readonly [brand] = true;
  readonly protocol: Protocol | undefined;
  readonly #rules: readonly DirectedRule[];
  readonly #callSite: CallSite;

  constructor(protocol: Protocol | undefined, rules: readonly DirectedRule[], callSite: CallSite) {
    this.protocol = protocol;
    this.#rules = rules;
    this.#callSite = callSite;
  }

  /** Adds rules that run before the upstream is asked, after those already there. */
  inbound(...rules: readonly RuleBuilder[]): PolicyBuilder {
    return this.#with("inbound", rules);
  }

  /** Adds rules that run after the upstream has answered, after those already there. */
  outbound(...rules: readonly RuleBuilder[]): PolicyBuilder {
    return this.#with("outbound", rules);
  }

  /** The policy document. */
  toDocument(): PolicyDocument {
    const directions = [...new Set(this.#rules.map(([direction]) => direction))];
    return Object.fromEntries(
      directions.map((direction) => [direction, this.#in(direction).map((item) => item.toRule())]),
    );
  }

  /** The policy document, so that `JSON.stringify` writes it. */
  toJSON(): PolicyDocument {
    return this.toDocument();
  }

  /** The policy document as JSON text. */
  toString(): string {
    return serialize(this.toDocument());
  }

  /**
   * Where the parts of the policy were written: JSON Pointer into the document to the call that
   * built the policy, the rule, the expression or the action there.
   */
  origins(): ReadonlyMap<string, Origin> {
    const origins = new Map<string, Origin>();
    const add = (path: string, { origin }: CallSite): void => {
      if (origin !== undefined) origins.set(path, origin);
    };
    add("", this.#callSite);
    for (const direction of ["inbound", "outbound"] as const) {
      for (const [index, { parts }] of this.#in(direction).entries()) {
        const path = `/${direction}/${index}`;
        add(path, parts.callSite);
        for (const [place, { callSite }] of parts.conditions.entries()) {
          add(`${path}/expressions/${place}`, callSite);
        }
        for (const [place, { callSite }] of parts.actions.entries()) {
          add(`${path}/actions/${place}`, callSite);
        }
      }
    }
    return origins;
  }

  #in(direction: Direction): RuleBuilder[] {
    return this.#rules.filter(([name]) => name === direction).map(([, item]) => item);
  }

  #with(direction: Direction, rules: readonly RuleBuilder[]): PolicyBuilder {
    const added = rules.map((item): DirectedRule => [direction, item]);
    return new PolicyBuilder(this.protocol, [...this.#rules, ...added], this.#callSite);
  }
}
