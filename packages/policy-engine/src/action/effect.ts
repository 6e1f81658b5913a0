import type { ResponseState } from "../exchange/response-state.ts";
import type { LaterEffect, Run } from "../run/run.ts";
import type { ConfigReader } from "./config-reader.ts";

/** What comes of an action that ran. */
export type Effect =
  /** The next action follows; what it does `later`, it does when there is a response. */
  | { readonly kind: "next"; readonly note?: string; readonly later?: LaterEffect }
  /** Processing ends, and the client gets this. */
  | { readonly kind: "answer"; readonly response: ResponseState; readonly note?: string }
  /** Processing ends, and the connection of a TCP or TLS policy with it. */
  | { readonly kind: "close"; readonly note?: string }
  | { readonly kind: "fail"; readonly message: string }
  | { readonly kind: "not-simulated"; readonly message: string };

/** An action, ready for any number of exchanges. */
export type PreparedAction = (run: Run) => Effect;

/**
 * What an action of the catalogue does. It reads the config once, for all exchanges; what is wrong
 * with the config is noted by the reader, and the action is then not run.
 */
export type ActionEffect = (config: ConfigReader) => PreparedAction;

/** The effect of an action that does nothing more. */
export const next: Effect = { kind: "next" };
