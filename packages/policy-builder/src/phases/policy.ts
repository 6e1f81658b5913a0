import type { PhasesDocument, Protocol } from "@traffic-policy/policy-language";
import { callSite } from "../call-site.ts";
import {
  BasePolicy,
  checkedProtocol,
  noParts,
  vocabulary,
  withRules,
  type Placed,
} from "../policy.ts";
import { phases, type Allowed } from "./places.generated.ts";

/**
 * A policy without rules yet.
 *
 * @param options.protocol - what the endpoint is for. Without one, a rule may use what any of the
 * protocols has.
 *
 * @example
 * ```ts
 * export default policy({ protocol: "http" })
 *   .onHttpRequest(
 *     rule("Free tier").do(setVars({ tier: "free" })),
 *     rule("Forward").do(forwardInternal({ url: "https://api.internal" })),
 *   )
 *   .onHttpResponse(rule("Compress").do(compressResponse()));
 * ```
 */
export function policy<P extends Protocol = Protocol>(
  options: { readonly protocol?: P } = {},
): PolicyBuilder<P> {
  return new PolicyBuilder<P>(checkedProtocol(options), noParts, callSite());
}

/** Selects by protocol which policies have the phases of HTTP. For other protocols it is a text that says why not. */
interface OnlyHttp {
  http: unknown;
  tcp: "only for http policies, not for tcp";
  tls: "only for http policies, not for tls";
}

/** A policy in the making. It never changes: every method returns a new one. */
export class PolicyBuilder<P extends Protocol = Protocol> extends BasePolicy<P, PhasesDocument> {
  get [vocabulary](): typeof phases {
    return phases;
  }

  /**
   * Adds rules that run when a client has connected, after those already there. What is falsy is
   * skipped: `debug && rule("Log")`.
   *
   * @throws PlacementError when a rule uses what certainly does not exist there
   */
  onTcpConnect<const T extends readonly unknown[]>(
    ...rules: Placed<T, Allowed[P]["on_tcp_connect"]>
  ): PolicyBuilder<P> {
    return this[withRules]("on_tcp_connect", rules);
  }

  /**
   * Adds rules that run when a request has arrived, before the upstream is asked, after those
   * already there. What is falsy is skipped: `debug && rule("Log")`. Only for HTTP.
   *
   * @throws PlacementError when a rule uses what certainly does not exist there
   */
  onHttpRequest<const T extends readonly unknown[]>(
    this: OnlyHttp[P],
    ...rules: Placed<T, Allowed[P]["on_http_request"]>
  ): PolicyBuilder<P> {
    return added(this, "on_http_request", rules);
  }

  /**
   * Adds rules that run when there is a response, after those already there. What is falsy is
   * skipped: `debug && rule("Log")`. Only for HTTP.
   *
   * @throws PlacementError when a rule uses what certainly does not exist there
   */
  onHttpResponse<const T extends readonly unknown[]>(
    this: OnlyHttp[P],
    ...rules: Placed<T, Allowed[P]["on_http_response"]>
  ): PolicyBuilder<P> {
    return added(this, "on_http_response", rules);
  }

  /**
   * Adds rules that run for each message of a response that is a stream of events, after those
   * already there. What is falsy is skipped: `debug && rule("Log")`. Only for HTTP.
   *
   * @throws PlacementError when a rule uses what certainly does not exist there
   */
  onEventStreamMessage<const T extends readonly unknown[]>(
    this: OnlyHttp[P],
    ...rules: Placed<T, Allowed[P]["on_event_stream_message"]>
  ): PolicyBuilder<P> {
    return added(this, "on_event_stream_message", rules);
  }
}

function added<P extends Protocol>(
  policyOfIt: unknown,
  section: string,
  rules: readonly unknown[],
): PolicyBuilder<P> {
  return (policyOfIt as PolicyBuilder<P>)[withRules](section, rules);
}
