import type { CelFunc, CelInput, CelUint, CelValue } from "@bufbuild/cel";
import {
  decodeUtf8,
  isInTimeRange,
  parseDuration,
  readDouble,
  readInt,
  readUint,
  textsOfBool,
  type NoNumber,
} from "@traffic-policy/policy-language/internal";
import type { CelLibrary } from "../cel.ts";
import { formatDouble, formatDuration, type TimeParts } from "../format.ts";

/**
 * Text conversions as in cel-go, which the service runs. The evaluator's own accept JavaScript's numbers
 * (`int('0x10')`, `int('')`), read `timestamp(1)` as a millisecond, make durations of numbers and of the empty text,
 * and write numbers as JavaScript does.
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
    celFunc("int", [STRING], INT, (text) => numberOf(text, "int", readInt)),
    celFunc("int", [DURATION], INT, ({ message }) => {
      const { seconds, nanos } = message as unknown as TimeParts;
      return seconds * nanosecondsOfSecond + BigInt(nanos);
    }),
    celFunc("uint", [STRING], UINT, (text) => celUint(numberOf(text, "uint", readUint))),
    celFunc("double", [STRING], DOUBLE, (text) => numberOf(text, "double", readDouble)),
    celFunc("string", [DOUBLE], STRING, formatDouble),
    celFunc("string", [BYTES], STRING, (bytes) => {
      const text = decodeUtf8(bytes);
      if (text === undefined) throw new Error("The bytes are not UTF-8 text.");
      return text;
    }),
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
    celFunc("timestamp", [INT], TIMESTAMP, (seconds) => {
      if (!isInTimeRange(seconds)) throw new Error("The timestamp is out of range.");
      return timestampOf(seconds, 0);
    }),
  ];
}

const minInt = -(2n ** 63n);
const nanosecondsOfSecond = 1_000_000_000n;

/** @throws Error when the text is not a number of the type */
function numberOf<Value extends bigint | number>(
  text: string,
  type: string,
  read: (text: string) => Value | NoNumber,
): Value {
  const value = read(text);
  if (value === "malformed") {
    throw new Error(`'${text}' is not ${type === "int" ? "an" : "a"} ${type}.`);
  }
  if (value === "out of range") throw new Error(`'${text}' is out of the range of ${type}.`);
  return value;
}

function boolOf(text: string): boolean {
  for (const value of [true, false]) {
    if ((textsOfBool[`${value}`] as readonly string[]).includes(text)) return value;
  }
  throw new Error(`'${text}' is neither true nor false.`);
}

/**
 * Number functions as in cel-go, where the evaluator's own differ: the remainder of the smallest int by -1 is an
 * error, uints divide unsigned, and NaN has no order.
 *
 * Source: `common/types/overflow.go` and `compare.go` of github.com/google/cel-go.
 */
export function numberFunctions({ cel }: CelLibrary): CelFunc[] {
  const { celFunc, celUint, isCelUint, CelScalar } = cel;
  const { BOOL, DOUBLE, INT, UINT } = CelScalar;

  function comparable(value: CelValue): number {
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
          const [one = 0, other = 0] = values.map(comparable);
          if (Number.isNaN(one) || Number.isNaN(other)) {
            throw new Error("NaN is neither less nor greater than a number.");
          }
          return holds(one, other);
        }),
      ),
    ),
  ];
}
