import { describeParseError, type ParseError } from "@traffic-policy/policy-language";
import type { Origin } from "./call-site.ts";

/** A part of a policy stands where the service does not know it. */
export class PlacementError extends Error {
  override readonly name = "PlacementError";
  /** The name of the rule, when it has one. */
  readonly rule: string | undefined;
  /** Where the part was written. */
  readonly origin: Origin | undefined;

  constructor(message: string, rule: string | undefined, origin?: Origin | undefined) {
    super(message);
    this.rule = rule;
    this.origin = origin;
  }
}

/** Text of `` cel`…` `` was to become a part of another expression, and cannot be parsed. */
export class CelTextError extends Error {
  override readonly name = "CelTextError";
  /** The text. */
  readonly text: string;

  constructor(text: string, error: ParseError) {
    super(`cel\`${text}\` has a syntax error: ${describeParseError(error).message}`);
    this.text = text;
  }
}

/** Which part of the arguments of a call an error is about: which argument, then which item or member of it. */
export type ArgumentPath = readonly (number | string)[];

/**
 * Records in `argumentPath` which part of a call's arguments an error is in; tools read it to point there. The
 * innermost caller records first.
 *
 * @returns the error
 */
export function inArgument(error: unknown, step: number | string): unknown {
  if (!(error instanceof Error)) return error;
  const { argumentPath = [] } = error as { readonly argumentPath?: ArgumentPath };
  // Not enumerable: it is not for those who print the error.
  return Object.defineProperty(error, "argumentPath", {
    value: [step, ...argumentPath],
    configurable: true,
  });
}

/** Describes a value for an error message: `5`, `"abc"`, `an array`. */
export function describeValue(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "function") return "a function";
  if (typeof value !== "object" || value === null) return String(value);
  if (Array.isArray(value)) return "an array";
  const { name } = (value as { constructor?: { name?: unknown } }).constructor ?? {};
  return typeof name !== "string" || name === "" || name === "Object"
    ? "an object"
    : `${/^[AEIO]/.test(name) ? "an" : "a"} ${name}`;
}

/**
 * Describes a value that stands where a condition should. A boolean is explained as the result of a JavaScript
 * comparison.
 */
export function describeMistaken(value: unknown): string {
  return typeof value === "boolean"
    ? `${value}: JavaScript evaluates === and ! before the policy runs; call eq() or not() instead`
    : describeValue(value);
}

/**
 * Refuses a call without arguments, which an empty spread array would give.
 *
 * @param call - the call and what it needs: `when() needs at least one condition`
 * @param consequence - what the empty call would mean, as the end of a sentence
 * @throws TypeError when nothing is given
 */
export function refuseNothing(given: readonly unknown[], call: string, consequence: string): void {
  if (given.length === 0) throw new TypeError(`${call}: without one ${consequence}.`);
}
