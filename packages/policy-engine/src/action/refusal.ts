import { ResponseState } from "../exchange/response-state.ts";
import type { Effect } from "./prepared-action.ts";

/**
 * Builds the answer to a request that an action refuses, with the service's code for the reason.
 *
 * Source: facts/phases/behaviour.json, refusals: every error of the service has the header.
 *
 * @param reason - a sentence for the trace
 */
export function refusal(status: number, code: string, reason: string): Effect {
  const headers = { "ngrok-error-code": code, "content-length": "0" };
  return { kind: "answer", response: new ResponseState({ status, headers }), note: reason };
}
