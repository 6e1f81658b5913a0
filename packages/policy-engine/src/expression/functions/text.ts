import type { CelFunc } from "@bufbuild/cel";
import { compileRegularExpression } from "@traffic-policy/policy-language/internal";
import type { CelLibrary } from "../cel.ts";

/** @throws Error when the pattern is not RE2 */
function matches(text: string, pattern: string): boolean {
  const expression = compileRegularExpression(pattern);
  if (expression.ok) return expression.matches(text);
  throw new Error(`The regular expression is not RE2: ${expression.reason}.`);
}

/**
 * Functions of texts: `matches`, as a method and as a function, with the library that also checks the patterns; and
 * the order of texts by code point, where the evaluator uses UTF-16 units.
 */
export function textFunctions({ cel }: CelLibrary): CelFunc[] {
  const { celFunc, celMethod, CelScalar } = cel;
  const { BOOL, STRING } = CelScalar;
  const order: readonly (readonly [operator: string, holds: (order: number) => boolean])[] = [
    ["_<_", (result) => result < 0],
    ["_<=_", (result) => result <= 0],
    ["_>_", (result) => result > 0],
    ["_>=_", (result) => result >= 0],
  ];
  return [
    celMethod("matches", STRING, [STRING], BOOL, function (pattern) {
      return matches(this, pattern);
    }),
    celFunc("matches", [STRING, STRING], BOOL, matches),
    ...order.map(([operator, holds]) =>
      celFunc(operator, [STRING, STRING], BOOL, (one, other) => holds(compareText(one, other))),
    ),
  ];
}

/** Compares by code point: negative, zero or positive. */
export function compareText(one: string, other: string): number {
  if (one === other) return 0;
  const length = Math.min(one.length, other.length);
  for (let index = 0; index < length; index++) {
    const [left, right] = [one.charCodeAt(index), other.charCodeAt(index)];
    if (left === right) continue;
    // A character above U+FFFF comes after all others, although its surrogates are in the middle.
    const [leftIsHigh, rightIsHigh] = [isSurrogate(left), isSurrogate(right)];
    return leftIsHigh === rightIsHigh ? left - right : leftIsHigh ? 1 : -1;
  }
  return one.length - other.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}
