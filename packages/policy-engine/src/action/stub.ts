import type { ForwardedRequest, ResponseInput } from "../exchange/exchange.ts";
import type { JsonLike } from "../expression/values.ts";

/** What a stub is told of. */
export interface StubCall {
  readonly type: string;
  /** The config of the action as the document has it, interpolations not replaced. */
  readonly config: JsonLike;
  /** The request as it is now; none in TCP and TLS policies. */
  readonly request?: ForwardedRequest;
  /** The value of a variable as JSON; nothing when it has none. */
  variable(name: string): JsonLike | undefined;
}

/**
 * What an action shall do: go on with the next one, answer the client, close the connection of a
 * TCP or TLS policy, or fail.
 */
export type StubResult =
  | { readonly next: true }
  | { readonly answer: ResponseInput }
  | { readonly close: true }
  | { readonly fail: string };

/** A function that stands for an action. */
export type Stub = (call: StubCall) => StubResult;
