import type { Intervals, Point } from "./intervals.ts";

/** A nonnegative number as the digits before and after its decimal point, without leading or trailing zeros. */
export interface Decimal {
  readonly whole: string;
  readonly fraction: string;
}

/** All numbers between two bounds; either bound may be missing. */
export interface DecimalRange {
  readonly low: End | undefined;
  readonly high: End | undefined;
}

export interface End {
  readonly decimal: Decimal;
  readonly isIncluded: boolean;
}

/** Number ranges split by sign; negative numbers are given by their absolute value. */
export interface DecimalRanges {
  readonly positive: readonly DecimalRange[];
  readonly negative: readonly DecimalRange[];
}

export function wholeRanges(numbers: Intervals): DecimalRanges {
  return rangesOf(
    numbers.whole().list.map(({ low, high }) => ({
      low: wholeEnd(low),
      high: wholeEnd(high),
    })),
  );
}

export function roundedRanges(numbers: Intervals): DecimalRanges {
  return rangesOf(
    numbers.list.flatMap(({ low, hasLow, high, hasHigh }) => {
      const least = doubleAt(low, hasLow, 1);
      const greatest = doubleAt(high, hasHigh, -1);
      if (least > greatest) return [];
      return [
        {
          low: { ...middle(after(least, -1), least), isIncluded: isEven(least) },
          high: { ...middle(greatest, after(greatest, 1)), isIncluded: isEven(greatest) },
        },
      ];
    }),
  );
}

interface Binary {
  readonly numerator: bigint;
  readonly exponent: number;
}

interface SignedEnd extends Binary {
  readonly isIncluded: boolean;
}

interface SignedRange {
  readonly low: SignedEnd | undefined;
  readonly high: SignedEnd | undefined;
}

function wholeEnd(point: Point): SignedEnd | undefined {
  if (typeof point === "bigint") return { numerator: point, exponent: 0, isIncluded: true };
  return undefined;
}

function rangesOf(ranges: readonly SignedRange[]): DecimalRanges {
  const turned = (end: SignedEnd | undefined): SignedEnd | undefined =>
    end && { ...end, numerator: -end.numerator };
  return {
    positive: ranges.flatMap(withoutSign),
    negative: ranges.flatMap(({ low, high }) =>
      withoutSign({ low: turned(high), high: turned(low) }),
    ),
  };
}

function withoutSign({ low, high }: SignedRange): DecimalRange[] {
  const isBelow =
    high !== undefined && (high.numerator < 0n || (high.numerator === 0n && !high.isIncluded));
  if (isBelow) return [];
  return [
    {
      low: low === undefined || low.numerator < 0n ? undefined : decimalEnd(low),
      high: high && decimalEnd(high),
    },
  ];
}

function decimalEnd({ numerator, exponent, isIncluded }: SignedEnd): End {
  // A half is five tenths.
  const places = Math.max(0, -exponent);
  const value = numerator * (exponent < 0 ? 5n ** BigInt(places) : 2n ** BigInt(exponent));
  const digits = String(value).padStart(places + 1, "0");
  const point = digits.length - places;
  const decimal = {
    whole: digits.slice(0, point).replace(/^0+/, ""),
    fraction: digits.slice(point).replace(/0+$/, ""),
  };
  return { decimal, isIncluded };
}

function doubleAt(point: Point, isIncluded: boolean, direction: 1 | -1): number {
  const value = Number(point);
  const isBeyond = direction > 0 ? value > point : value < point;
  const isBefore = direction > 0 ? value < point : value > point;
  const found = isBeyond || (isIncluded && !isBefore) ? value : after(value, direction);
  return found === -direction * Infinity ? -direction * Number.MAX_VALUE : found;
}

const parts = new DataView(new ArrayBuffer(8));
const signBit = 1n << 63n;

function bitsOf(value: number): bigint {
  parts.setFloat64(0, value);
  return parts.getBigUint64(0);
}

function after(value: number, direction: 1 | -1): number {
  const bits = bitsOf(value);
  // Without the sign, doubles are in the order of their bits.
  const place = (bits & signBit) === 0n ? bits : signBit - bits;
  const next = place + BigInt(direction);
  parts.setBigUint64(0, next < 0n ? signBit - next : next);
  return parts.getFloat64(0);
}

function isEven(value: number): boolean {
  return (bitsOf(value) & 1n) === 0n;
}

function middle(low: number, high: number): Binary {
  const [one, other] = [exact(low), exact(high)];
  const exponent = Math.min(one.exponent, other.exponent);
  const aligned = (binary: Binary): bigint =>
    binary.numerator << BigInt(binary.exponent - exponent);
  return { numerator: aligned(one) + aligned(other), exponent: exponent - 1 };
}

/** Returns the exact value of a double; beyond the largest, the value that the next double would have. */
function exact(value: number): Binary {
  const bits = bitsOf(value);
  const sign = (bits & signBit) === 0n ? 1n : -1n;
  const power = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & ((1n << 52n) - 1n);
  return power === 0
    ? { numerator: sign * fraction, exponent: -1074 }
    : { numerator: sign * (fraction | (1n << 52n)), exponent: power - 1075 };
}
