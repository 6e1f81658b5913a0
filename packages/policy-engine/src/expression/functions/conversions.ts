import type { CelFunc, CelInput, CelUint, CelValue } from "@bufbuild/cel";
import {
  decodeUtf8,
  isInTimeRange,
  parseDuration,
  parseTimestamp,
} from "@traffic-policy/policy-language";
import type { CelLibrary } from "../cel.ts";
import { formatDouble, formatDuration, formatTimestamp, type TimeParts } from "../format.ts";

/**
 * Conversions from and to text as CEL's implementation in Go has them, which the service runs. The
 * evaluator's own take what JavaScript takes for a number (`int('0x10')`, `int('')`), read
 * `timestamp(1)` as one millisecond, make durations of numbers and of the empty text, and write numbers
 * as JavaScript does.
 *
 * Source: `common/types` of github.com/google/cel-go.
 */
export function conversions({ cel, protobuf, wellKnown }: CelLibrary): CelFunc[] {
  const { celFunc, celUint, objectType, CelScalar } = cel;
  const { BOOL, BYTES, DOUBLE, INT, STRING, UINT } = CelScalar;
  const { DurationSchema, TimestampSchema } = wellKnown;
  const [TIMESTAMP, DURATION] = [objectType(TimestampSchema), objectType(DurationSchema)];
  const timestampOf = (seconds: bigint, nanos: number): CelInput<typeof TIMESTAMP> =>
    protobuf.create(TimestampSchema, { seconds, nanos });
  return [
    celFunc("bool", [STRING], BOOL, boolOf),
    celFunc("int", [STRING], INT, (text) => wholeNumber(text, /^[-+]?\d+$/, "int", minInt, maxInt)),
    celFunc("int", [DURATION], INT, ({ message }) => {
      const { seconds, nanos } = message as unknown as TimeParts;
      return seconds * nanosecondsOfSecond + BigInt(nanos);
    }),
    celFunc("uint", [STRING], UINT, (text) =>
      celUint(wholeNumber(text, /^\d+$/, "uint", 0n, maxUint)),
    ),
    celFunc("double", [STRING], DOUBLE, doubleOf),
    celFunc("string", [DOUBLE], STRING, formatDouble),
    celFunc("string", [BYTES], STRING, (bytes) => {
      const text = decodeUtf8(bytes);
      if (text === undefined) throw new Error("The bytes are not UTF-8 text.");
      return text;
    }),
    celFunc("string", [TIMESTAMP], STRING, ({ message }) =>
      formatTimestamp(message as unknown as TimeParts),
    ),
    celFunc("string", [DURATION], STRING, ({ message }) =>
      formatDuration(message as unknown as TimeParts),
    ),
    celFunc("duration", [STRING], DURATION, (text) => {
      const length = parseDuration(text);
      if (length === undefined) throw new Error(`'${text}' is not a duration.`);
      return protobuf.create(DurationSchema, {
        seconds: length / nanosecondsOfSecond,
        nanos: Number(length % nanosecondsOfSecond),
      });
    }),
    celFunc("duration", [INT], DURATION, () => {
      throw new Error("duration() does not accept (int).");
    }),
    celFunc("timestamp", [STRING], TIMESTAMP, (text) => {
      const time = parseTimestamp(text);
      if (time === undefined) throw new Error(`'${text}' is not a timestamp.`);
      return timestampOf(time.seconds, time.nanos);
    }),
    celFunc("timestamp", [INT], TIMESTAMP, (seconds) => {
      if (!isInTimeRange(seconds)) throw new Error("The timestamp is out of range.");
      return timestampOf(seconds, 0);
    }),
  ];
}

const [minInt, maxInt] = [-(2n ** 63n), 2n ** 63n - 1n];
const maxUint = 2n ** 64n - 1n;
const nanosecondsOfSecond = 1_000_000_000n;

function wholeNumber(
  text: string,
  form: RegExp,
  type: string,
  least: bigint,
  most: bigint,
): bigint {
  if (!form.test(text))
    throw new Error(`'${text}' is not ${type === "int" ? "an int" : "a uint"}.`);
  const value = BigInt(text.replace(/^\+/, ""));
  if (value < least || value > most) throw new Error(`'${text}' is out of the range of ${type}.`);
  return value;
}

const trueTexts = new Set(["1", "t", "T", "true", "TRUE", "True"]);
const falseTexts = new Set(["0", "f", "F", "false", "FALSE", "False"]);

function boolOf(text: string): boolean {
  if (trueTexts.has(text)) return true;
  if (falseTexts.has(text)) return false;
  throw new Error(`'${text}' is neither true nor false.`);
}

function doubleOf(text: string): number {
  // It has no sign.
  if (/^nan$/i.test(text)) return Number.NaN;
  const infinity = /^([-+]?)(?:inf|infinity)$/i.exec(text);
  if (infinity !== null) {
    return infinity[1] === "-" ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  }
  if (!/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text)) {
    throw new Error(`'${text}' is not a double.`);
  }
  const value = Number(text);
  if (!Number.isFinite(value)) throw new Error(`'${text}' is out of the range of double.`);
  return value;
}

/**
 * Numbers as CEL's implementation in Go has them, where the evaluator's own differ: the smallest int has
 * no remainder by -1, a uint is divided as one, and what is no number is in no order.
 *
 * Source: `common/types/overflow.go` and `compare.go` of github.com/google/cel-go.
 */
export function numberFunctions({ cel }: CelLibrary): CelFunc[] {
  const { celFunc, celUint, isCelUint, CelScalar } = cel;
  const { BOOL, DOUBLE, INT, UINT } = CelScalar;

  function numberOf(value: CelValue): number {
    return Number(isCelUint(value) ? value.value : value);
  }

  const order: readonly (readonly [string, (one: number, other: number) => boolean])[] = [
    ["_<_", (one, other) => one < other],
    ["_<=_", (one, other) => one <= other],
    ["_>_", (one, other) => one > other],
    ["_>=_", (one, other) => one >= other],
  ];
  const withDouble = [
    [DOUBLE, DOUBLE],
    [DOUBLE, INT],
    [INT, DOUBLE],
    [DOUBLE, UINT],
    [UINT, DOUBLE],
  ] as const;
  return [
    celFunc("_%_", [INT, INT], INT, (one, other) => {
      if (other === 0n) throw new Error("int modulus by zero");
      if (one === minInt && other === -1n) throw new Error("int overflow during modulus");
      return one % other;
    }),
    celFunc("_/_", [UINT, UINT], UINT, (one: CelUint, other: CelUint) => {
      if (other.value === 0n) throw new Error("uint divide by zero");
      return celUint(one.value / other.value);
    }),
    celFunc("_%_", [UINT, UINT], UINT, (one: CelUint, other: CelUint) => {
      if (other.value === 0n) throw new Error("uint modulus by zero");
      return celUint(one.value % other.value);
    }),
    ...order.flatMap(([operator, holds]) =>
      withDouble.map((types) =>
        celFunc(operator, types as never, BOOL, (...values: CelValue[]) => {
          const [one = 0, other = 0] = values.map(numberOf);
          if (Number.isNaN(one) || Number.isNaN(other)) {
            throw new Error("NaN is neither less nor greater than a number.");
          }
          return holds(one, other);
        }),
      ),
    ),
  ];
}
