import type { ResponseState } from "../exchange/response-state.ts";
import type { LaterEffect, Run } from "../run/run.ts";

/** What comes of an action that ran. */
export type Effect =
  /** The next action follows; what it does `later`, it does when there is a response. */
  | { readonly kind: "next"; readonly note?: string; readonly later?: LaterEffect }
  /** Processing ends, and the client gets this. */
  | { readonly kind: "answer"; readonly response: ResponseState; readonly note?: string }
  /** Processing ends, and the connection with it. */
  | { readonly kind: "close"; readonly note?: string }
  /** Processing ends, and the exchange goes on to another upstream: `to` is its URL. */
  | { readonly kind: "forward"; readonly to: string; readonly note?: string }
  | { readonly kind: "fail"; readonly message: string }
  /** Without a message, nothing of it can be simulated. */
  | { readonly kind: "not-simulated"; readonly message?: string };

/** An action, ready for any number of exchanges. */
export type PreparedAction = (run: Run) => Effect;
