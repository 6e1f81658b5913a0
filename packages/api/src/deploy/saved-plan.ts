import type { JsonValue } from "@traffic-policy/policy-language";
import type { Plan } from "./plan.ts";

/** A plan that was saved, and what it is about. */
export interface SavedPlan {
  /** The service, as its base URL. */
  readonly service: string;
  /** When it was made: RFC 3339. */
  readonly time: string;
  readonly plan: Plan;
}

/** What was to be a saved plan is none, or one that this version cannot carry out. */
export class InvalidSavedPlan extends Error {
  override readonly name = "InvalidSavedPlan";
  /** One sentence: what to do. */
  readonly help = "Make a new plan.";
}

/**
 * A plan as JSON, to be carried out later; `serialize` writes it.
 *
 * @throws Error when there are targets in it that could not be read
 */
export function toSavedPlan(
  _plan: Plan,
  _about: { readonly service: string; readonly time: string },
): JsonValue {
  throw new Error("Not there yet.");
}

/**
 * Reads a plan that was saved.
 *
 * @param value - the JSON value, as parsed
 * @throws InvalidSavedPlan for what is not a plan of this version, or was changed
 */
export function readSavedPlan(_value: unknown): SavedPlan {
  throw new Error("Not there yet.");
}
