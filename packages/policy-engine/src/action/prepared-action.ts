import type { ResponseState } from "../exchange/response-state.ts";
import type { LaterEffect, Run } from "../run/run.ts";

export type Effect =
  /** The next action follows. `later` runs when there is a response. */
  | { readonly kind: "next"; readonly note?: string; readonly later?: LaterEffect }
  | { readonly kind: "answer"; readonly response: ResponseState; readonly note?: string }
  | { readonly kind: "close"; readonly note?: string }
  /** Processing ends, and the exchange goes on to another upstream: `to` is its URL. */
  | { readonly kind: "forward"; readonly to: string; readonly note?: string }
  | { readonly kind: "fail"; readonly message: string }
  /** Without a message, the action is not simulated at all. */
  | { readonly kind: "not-simulated"; readonly message?: string };

/** An action that is ready for any number of exchanges. */
export type PreparedAction = (run: Run) => Effect;
