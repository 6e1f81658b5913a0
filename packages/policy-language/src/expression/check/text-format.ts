import ipaddr from "ipaddr.js";
import { RE2JS, RE2JSException } from "re2js";
import type { TextFormat } from "../../catalogue/function.ts";
import type { Span } from "../../span.ts";
import type { CheckErrorCode } from "./check-error.ts";

/** What is wrong with a literal text, and where in it when that is known. */
export interface FormatError {
  readonly code: CheckErrorCode;
  readonly args: Readonly<Record<string, string>>;
  /** Offsets in the text's value. */
  readonly part?: Span;
}

// The same pattern or range stands in many rules, and compiling it takes longer than all the rest
// of checking an expression.
const checked = new Map<string, FormatError | undefined>();
const mostChecked = 1000;

/** Checks that a text has a format; nothing when it has. */
export function checkFormat(format: TextFormat, value: string): FormatError | undefined {
  const key = `${format} ${value}`;
  if (!checked.has(key)) {
    if (checked.size >= mostChecked) checked.clear();
    checked.set(key, findFormatError(format, value));
  }
  return checked.get(key);
}

function findFormatError(format: TextFormat, value: string): FormatError | undefined {
  if (format === "regular-expression") return checkRegularExpression(value);
  return isOfFormat[format](value) ? undefined : { code: `invalid-${format}`, args: { value } };
}

const isOfFormat: Record<Exclude<TextFormat, "regular-expression">, (value: string) => boolean> = {
  cidr: isCidr,
  timestamp: isTimestamp,
  // Go's notation, which CEL refers to.
  duration: (value) => /^[-+]?(0|((\d+(\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h))+)$/.test(value),
};

function checkRegularExpression(value: string): FormatError | undefined {
  try {
    RE2JS.compile(value);
    return undefined;
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    const message = error.message.replace(/^error parsing regexp: /, "");
    const quoted = /: `(.*)`$/s.exec(message)?.[1];
    const start = quoted === undefined || quoted === "" ? -1 : value.indexOf(quoted);
    return {
      code: "invalid-regular-expression",
      args: { reason: message },
      ...(start < 0 || quoted === undefined ? {} : { part: { start, end: start + quoted.length } }),
    };
  }
}

function isCidr(value: string): boolean {
  const [address = "", prefix = "", ...rest] = value.split("/");
  if (rest.length > 0 || !/^\d{1,3}$/.test(prefix)) return false;
  // The library also reads short and octal forms of addresses, which the service does not.
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return Number(prefix) <= 32;
  return !address.includes("%") && ipaddr.IPv6.isValid(address) && Number(prefix) <= 128;
}

function isTimestamp(value: string): boolean {
  const match =
    /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/.exec(
      value,
    );
  if (match === null) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map(Number);
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const isDate = year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= lastDay;
  return isDate && hour < 24 && minute < 60 && second < 60;
}
