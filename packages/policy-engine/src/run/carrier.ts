import type { Body } from "../exchange/message.ts";

/**
 * Whoever carries an exchange, such as a gateway: what a run asks it on the way, when it is needed. A run
 * that asks throws {@link Unanswered}, and goes on where it was once the answer is there.
 */
export interface Carrier {
  /** Reads the whole body of a message that is still on its way; asked once for each. */
  readonly readBody?: (of: "request" | "response") => Promise<ReadBody>;
  /** Sends a request that is not the client's, once; what fails is an answer, too. */
  readonly send?: (request: SentRequest) => Promise<Sent>;
  /** Finds out whether a connection to an endpoint can be made. */
  readonly reach?: (url: string) => Promise<Reached>;
  /** Says the same at once, for a carrier that knows all endpoints; a forward to one that is not there then fails. */
  readonly reachable?: (url: string) => Reached;
  /** True when the messages of an event stream are passed individually to {@link MessageStream}. */
  readonly givesMessages?: boolean;
}

/** The body of a message; or why it is not known, as the end of a sentence: `is too large`. */
export type ReadBody = { readonly body: Body } | { readonly missing: string };

/** A request of an action. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The largest body of a response that is taken, in bytes, when it is decompressed. */
  readonly largestBody: number;
  /** How many redirects are followed; more make it fail. */
  readonly redirects: number;
  /** When the time is over that all attempts have, in milliseconds since 1970. */
  readonly until: number;
}

/** The result of sending a request; `refused` when it was not sent because that is not allowed. */
export type Sent =
  | { readonly kind: "response"; readonly response: SentResponse }
  | { readonly kind: "failed"; readonly message: string; readonly address?: string }
  | { readonly kind: "refused"; readonly message: string };

export interface SentResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, readonly string[]>>;
  readonly body: string;
  readonly address: string;
  readonly milliseconds: number;
}

/** The reachability of an endpoint; `unknown` when its location is not known. The message is a sentence. */
export type Reached =
  | { readonly kind: "reached" }
  | { readonly kind: "failed" | "unknown"; readonly message: string };
