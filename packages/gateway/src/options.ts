import type {
  CompiledPolicy,
  ConnectionInput,
  Exchange,
  SimulationOptions,
  Outcome,
} from "@traffic-policy/policy-engine";

/** How to start a gateway. */
export interface GatewayOptions {
  /** The policy, compiled by the engine's `compilePolicy`. Its protocol decides what the gateway speaks. */
  readonly policy: CompiledPolicy;
  /**
   * The origin that requests go on to, `http://localhost:3000` or with `https`, whose certificate is
   * checked; of a TCP or TLS policy host and port, `tcp://127.0.0.1:5432`.
   */
  readonly upstream: string;
  /**
   * Local servers for the internal endpoints that the policy forwards to or queries: endpoint URLs with server URLs,
   * such as `https://billing.internal` to `http://localhost:3001`. A request for an endpoint without a server is
   * answered with 502. A function returns the server of an endpoint, and knows all endpoints: a forward to another one
   * fails.
   */
  readonly endpoints?: Readonly<Record<string, string>> | ((url: string) => string | undefined);
  /** A loopback address, or a name that stands for such ones only; `127.0.0.1` by default. */
  readonly host?: string;
  /** The port to listen on; 0, or none, is any that is free. */
  readonly port?: number;
  /**
   * The URL that rules take the gateway's for, such as `https://shop.example`: scheme and port of
   * requests, and their host when a client asks for the gateway itself. The gateway's own when left
   * out.
   */
  readonly url?: string;
  /**
   * Which `host` the upstream gets: the one that the policy leaves (`client`), or its own
   * (`upstream`), unless the policy sets one. `client` by default.
   */
  readonly hostHeader?: "client" | "upstream";
  /** Facts about connections as the service would know them. They replace what is known of the real connections. */
  readonly connection?: ConnectionInput;
  /** Values of variables by their full name. */
  readonly variables?: NonNullable<Exchange["variables"]>;
  /**
   * How the policy behaves where the documentation leaves it open, stubs, and whether to trace. A request whose
   * outcome depends on what only the service knows is answered with 501, and such a connection is closed: `knownByService`
   * of the engine says beforehand what that is.
   */
  readonly simulation?: Omit<
    SimulationOptions,
    | "clock"
    | "questions"
    | "failsAtUnknown"
    | "rateLimits"
    | "tokens"
    | "compress"
    | "compressionAlgorithms"
  >;
  readonly limits?: GatewayLimits;
  /**
   * Called for every request and connection that has passed the policy. When it throws, the
   * exchange breaks off, and `onProblem` is called.
   */
  readonly onExchange?: (served: ServedExchange) => void;
  /**
   * Told in a sentence of what else went wrong: a body that broke off, a stub that threw, a request
   * that was refused, a response that cannot be sent as the policy made it.
   */
  readonly onProblem?: (sentence: string) => void;
}

interface GatewayLimits {
  /** For the head of a request, in bytes; a larger head is answered with 431. 16,384 by default. */
  readonly headerSize?: number;
  /** For a request's head to arrive, in milliseconds; 60,000 by default. */
  readonly headersTimeout?: number;
  /** For a whole request to arrive, in milliseconds; 300,000 by default. */
  readonly requestTimeout?: number;
  /**
   * For a body that is buffered because the policy needs it, in bytes: for `verify-webhook`, a token in the body, or
   * replacements. A larger body is passed on without replacements, and refused with 501 when its signature or token
   * must be verified. 1,048,576 by default.
   */
  readonly bodySize?: number;
  /** For the head of the upstream's response, in milliseconds; 300,000 by default. */
  readonly upstreamTimeout?: number;
}

/** A gateway that is running. */
export interface Gateway {
  /** Where it is: `http://127.0.0.1:PORT`, or with `tcp:`. */
  readonly url: string;
  /**
   * Puts another policy of the same protocol instead of the one before, for all that comes from
   * now on. Limits of `rate-limit` count again.
   *
   * @throws GatewayError for another protocol
   */
  setPolicy(policy: CompiledPolicy): void;
  /** How many requests and connections are in progress. */
  readonly open: number;
  /**
   * Accepts nothing more, and ends when all is over that is in progress; with `now` that is broken
   * off. Can be called again with it.
   */
  close(options?: { readonly now?: boolean }): Promise<void>;
}

/** The outcome of a request, or of a connection of a TCP or TLS policy. */
export interface ServedExchange {
  /**
   * `whole` for a request, reported when the head of its response is sent, and for a connection that is
   * decided. Reported twice is a connection of a policy with outbound rules: its `beginning` when it is let
   * through, and its `end`, when those rules have run; and so is a response whose messages rules run for.
   */
  readonly part: "whole" | "beginning" | "end";
  /**
   * The exchange as the policy saw it, with the head of the upstream's response. A body is included when the policy
   * asked for it; the messages of a stream are not. Simulating the exchange with `failsAtUnknown` gives the same
   * outcome, except for earlier counts and for what servers answered to the policy itself. Outbound rules of a
   * connection have not run at its `beginning`, nor when it did not reach the upstream: `ExchangeRun` has
   * `response(null)` for that.
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
