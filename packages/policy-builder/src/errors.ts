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
