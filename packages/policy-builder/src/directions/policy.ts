import type { PolicyDocument, Protocol } from "@traffic-policy/policy-language";
import { callSite } from "../call-site.ts";
import {
  BasePolicy,
  checkedProtocol,
  noParts,
  vocabulary,
  withRules,
  type Placed,
} from "../policy.ts";
import { directions, type Allowed } from "./places.generated.ts";

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
  return new PolicyBuilder<P>(checkedProtocol(options), noParts, callSite());
}

/** A policy in the making. It never changes: every method returns a new one. */
export class PolicyBuilder<P extends Protocol = Protocol> extends BasePolicy<P, PolicyDocument> {
  get [vocabulary](): typeof directions {
    return directions;
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
    return this[withRules]("inbound", rules);
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
    return this[withRules]("outbound", rules);
  }
}
