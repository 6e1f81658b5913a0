import type { CompiledPolicy, Exchange, Outcome } from "@traffic-policy/policy-engine";

/** What became of a request, or of a connection of a TCP or TLS policy. */
export interface ServedExchange {
  /**
   * `whole` for a request, told when the head of its response is sent, and for a connection that is
   * decided. A connection of a policy with outbound rules is told of twice: its `beginning` when it
   * is let through, and its `end`, when those rules have run.
   */
  readonly part: "whole" | "beginning" | "end";
  /**
   * What the policy has seen, with the head of the upstream's response; bodies are not in it.
   * Simulating it gives the same outcome, apart from what was counted before. Outbound rules of a
   * connection have not run at its `beginning`, nor when it did not reach the upstream, for which
   * `ExchangeRun` has `response(null)`.
   */
  readonly exchange: Exchange;
  readonly outcome: Outcome;
  /** The policy that it went through. */
  readonly policy: CompiledPolicy;
  /** The status that the client was sent; none when its connection was closed, and for connections. */
  readonly status?: number;
  /** Why the upstream did not answer, or could not be reached: one sentence. */
  readonly upstreamError?: string;
  /** From the head of the request to that of the response, or how long the connection was open. */
  readonly milliseconds: number;
}
