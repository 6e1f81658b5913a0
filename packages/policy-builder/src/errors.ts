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
 * Notes in which part of the arguments of a call an error lies, as its `argumentPath`, which tools
 * read to point there. Who calls from inside notes first.
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

/** What a value is, in the middle of an error message: `5`, `"abc"`, `an array`. */
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

/** The same of what stands where a condition should; true or false is what a comparison of JavaScript gives. */
export function describeMistaken(value: unknown): string {
  return typeof value === "boolean"
    ? `${value}: JavaScript evaluates === and ! before the policy runs; call eq() or not() instead`
    : describeValue(value);
}

/**
 * Refuses a call that was given nothing, as by an empty array that is spread.
 *
 * @param call - the call, and what it needs: `when() needs at least one condition`
 * @param consequence - what it would mean otherwise, as the end of a sentence
 * @throws TypeError when there is nothing
 */
export function refuseNothing(given: readonly unknown[], call: string, consequence: string): void {
  if (given.length === 0) throw new TypeError(`${call}: without one ${consequence}.`);
}
