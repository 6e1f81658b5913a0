import { resolvePlain } from "../../yaml/core-schema.ts";

/** Whether a text is written as it is, without quotes, and is read as this very text. */
export function plainFits(
  text: string,
  { isInFlow, mayFold = false }: { isInFlow: boolean; mayFold?: boolean },
): boolean {
  return (
    /^[^\s\-?:,[\]{}#&*!|>'"%@`]|^[-?:][^\s,[\]{}]/.test(text) &&
    !/\s$|:(?:\s|$)|\s#/.test(text) &&
    !(isInFlow && /[,[\]{}]/.test(text)) &&
    !(mayFold ? unprintable : unprintableOrBreak).test(text) &&
    !/^(?:---|\.\.\.)/.test(text) &&
    text !== "<<" &&
    resolvePlain(text) === text &&
    !isSpecialElsewhere(text)
  );
}

/** Whether a text can stand between single quotes on one line. */
export function isPrintable(text: string): boolean {
  return !unprintableOrBreak.test(text);
}

// What YAML does not count among the printable characters, and those that only look like a space
// or a line break.
/* oxlint-disable no-control-regex -- the control characters are what it looks for */
const unprintable = /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]|\p{Surrogate}|\t/u;
const unprintableOrBreak = /[\0-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]|\p{Surrogate}/u;
/* oxlint-enable no-control-regex */

/** What readers of YAML 1.1 take for a boolean, a number or a date. */
function isSpecialElsewhere(text: string): boolean {
  return (
    /^(?:y|n|yes|no|on|off)$/i.test(text) ||
    /^[-+]?(?:\d[\d_]*\.?|\.\d)[\d_]*(?:e[-+]?\d+)?$/i.test(text) ||
    /^[-+]?0[bx][\da-f_]+$/i.test(text) ||
    /^[-+]?\d[\d_]*(?::[0-5]?\d)+(?:\.[\d_]*)?$/.test(text) ||
    /^\d{4}-\d\d?-\d\d?(?:[Tt \t].*)?$/.test(text)
  );
}
