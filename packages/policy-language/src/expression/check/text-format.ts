import type { TextFormat } from "../../catalogue/function.ts";
import type { Span } from "../../span.ts";
import { parseCidr } from "../../text/cidr.ts";
import { parseDuration } from "../../text/duration.ts";
import { compileRegularExpression } from "../../text/regular-expression.ts";
import { nearest } from "../../suggestion.ts";
import { parseTimeZone, timeZoneNamed, timeZoneNames } from "../../text/time-zone.ts";
import { parseTimestamp } from "../../text/timestamp.ts";
import type { CheckErrorCode } from "./check-error.ts";

/** What is wrong with a literal text, and where in it when that is known. */
export interface FormatError {
  readonly code: CheckErrorCode;
  readonly args: Readonly<Record<string, string>>;
  /** Offsets in the text's value. */
  readonly part?: Span;
  /** The text that was probably meant. */
  readonly suggestion?: string;
}

/** Checks that a text has a format; nothing when it has. */
export function checkFormat(format: TextFormat, value: string): FormatError | undefined {
  if (format === "regular-expression") return checkRegularExpression(value);
  if (format === "time-zone") return checkTimeZone(value);
  return isOfFormat[format](value) ? undefined : { code: `invalid-${format}`, args: { value } };
}

const isOfFormat: Record<
  Exclude<TextFormat, "regular-expression" | "time-zone">,
  (value: string) => boolean
> = {
  cidr: (value) => parseCidr(value) !== undefined,
  timestamp: (value) => parseTimestamp(value) !== undefined,
  duration: (value) => parseDuration(value) !== undefined,
};

function checkTimeZone(value: string): FormatError | undefined {
  if (parseTimeZone(value) !== undefined) return undefined;
  const suggestion = timeZoneNamed(value) ?? nearest(value, timeZoneNames());
  return { code: "invalid-time-zone", args: { value }, ...(suggestion && { suggestion }) };
}

function checkRegularExpression(value: string): FormatError | undefined {
  const result = compileRegularExpression(value);
  if (result.ok) return undefined;
  return {
    code: "invalid-regular-expression",
    args: { reason: result.reason },
    ...(result.span && { part: result.span }),
  };
}
