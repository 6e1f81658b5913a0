import type { Action } from "@traffic-policy/policy-language";
import { CallSite } from "./origin.ts";

/** One action of a rule, as data. */
export interface ActionBuilder {
  readonly action: Action;
  readonly callSite: CallSite;
}

/**
 * An action that has no builder of its own; the service may know more types than this package.
 * The config is written as it will stand in the policy document.
 *
 * @example
 * ```ts
 * action("slow-down", { delay_ms: 250 })
 * ```
 */
export function action(type: string, config: object = {}): ActionBuilder {
  return createAction(type, config, action);
}

/** Makes an action; fields that are undefined are left out, and so is an empty config. */
export function createAction(
  type: string,
  fields: object,
  callee: (...args: never[]) => unknown,
): ActionBuilder {
  const config = defined(fields);
  const callSite = new CallSite(callee);
  return { action: Object.keys(config).length === 0 ? { type } : { type, config }, callSite };
}

/** The fields that are not undefined: JSON has no such value. */
export function defined(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
