import type { CelList, CelValue } from "@bufbuild/cel";
import { decodeUtf8, encodeUtf8 } from "@traffic-policy/policy-language/internal";
import type { CelLibrary } from "../../cel.ts";
import { formatDuration, formatTimestamp, type TimeParts } from "../../format.ts";
import type { Tools } from "./extension.ts";
import { compareText } from "../text.ts";

type Clause = (value: CelValue, precision: number, library: CelLibrary) => string | undefined;

/**
 * Replaces each clause such as `%s` or `%.2f` by a value.
 *
 * Source: `ext/formatting_v2.go` of github.com/google/cel-go.
 */
export function formatText({ library }: Tools, form: string, values: CelList): string {
  let used = 0;
  const result = form.replaceAll(
    /%(?:\.(\d*))?(.?)/gsu,
    (clause: string, precision: string | undefined, kind: string) => {
      if (clause === "%%") return "%";
      const write = Object.hasOwn(clauses, kind) ? clauses[kind] : undefined;
      if (write === undefined) throw new Error(`There is no clause ${clause} in format().`);
      const value = values.get(used);
      used += 1;
      if (value === undefined) throw new Error(`format() has no value for its clause ${used}.`);
      const digits = Number(precision ?? defaultPrecision);
      if (digits > mostDigits)
        throw new Error(`${clause} asks for more than ${mostDigits} digits.`);
      const text = write(value, digits, library);
      if (text !== undefined) return text;
      throw new Error(`${clause} of format() does not accept ${library.cel.celType(value).name}.`);
    },
  );
  if (used < values.size) {
    throw new Error(`format() has ${values.size} values and ${used} clauses for them.`);
  }
  return result;
}

const defaultPrecision = 6;
const mostDigits = 1000;

const clauses: Readonly<Record<string, Clause>> = {
  s: (value, _precision, library) => shown(value, library),
  d: (value, _precision, library) =>
    typeof value === "number" ? plain(value) : whole(value, library)?.toString(),
  f: (value, precision, library) => {
    const number = asDouble(value, library);
    return number === undefined ? undefined : fixed(number, precision);
  },
  e: (value, precision, library) => {
    const number = asDouble(value, library);
    return number === undefined ? undefined : scientific(number, precision);
  },
  b: (value, _precision, library) =>
    typeof value === "boolean" ? String(Number(value)) : whole(value, library)?.toString(2),
  o: (value, _precision, library) => whole(value, library)?.toString(8),
  x: (value, _precision, library) => hexadecimal(value, library),
  X: (value, _precision, library) => hexadecimal(value, library)?.toUpperCase(),
};

function whole(value: CelValue, { cel }: CelLibrary): bigint | undefined {
  if (typeof value === "bigint") return value;
  return cel.isCelUint(value) ? value.value : undefined;
}

function asDouble(value: CelValue, library: CelLibrary): number | undefined {
  if (typeof value === "number") return value;
  const number = whole(value, library);
  return number === undefined ? undefined : Number(number);
}

function hexadecimal(value: CelValue, library: CelLibrary): string | undefined {
  const bytes = typeof value === "string" ? [...encodeUtf8(value)] : value;
  if (bytes instanceof Uint8Array || Array.isArray(bytes)) {
    return Array.from(bytes as Iterable<number>, (byte) => byte.toString(16).padStart(2, "0")).join(
      "",
    );
  }
  return whole(value, library)?.toString(16);
}

/** Formats a value for `%s`: texts in lists without quotes, maps sorted by key. */
function shown(value: CelValue, library: CelLibrary): string | undefined {
  const { cel } = library;
  if (typeof value === "string") return value;
  if (typeof value === "number") return plain(value);
  if (value === null || typeof value !== "object") return String(value);
  if (value instanceof Uint8Array) return decodeUtf8(value);
  if (cel.isCelUint(value)) return String(value.value);
  if (cel.isCelType(value)) return value.name;
  if (cel.isCelList(value)) return `[${Array.from(value, (item) => part(item)).join(", ")}]`;
  if (cel.isCelMap(value)) {
    const entries = Array.from(value.entries(), ([key, item]) => [part(key), part(item)] as const);
    const sorted = entries.toSorted(([one], [other]) => compareText(one, other));
    return `{${sorted.map(([key, item]) => `${key}: ${item}`).join(", ")}}`;
  }
  const { desc, message } = value as { desc: { typeName: string }; message: unknown };
  if (desc.typeName === "google.protobuf.Timestamp") return formatTimestamp(message as TimeParts);
  if (desc.typeName === "google.protobuf.Duration") return formatDuration(message as TimeParts);
  return undefined;

  function part(inner: CelValue): string {
    const text = shown(inner, library);
    if (text === undefined) throw new Error("format() cannot write a value in a list or map.");
    return text;
  }
}

function special(value: number): string {
  return String(value);
}

/** Formats a double with the shortest digits that identify it, without an exponent. */
function plain(value: number): string {
  if (Object.is(value, -0)) return "-0";
  const [, sign = "", first = "", fraction = "", power] =
    /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(String(value)) ?? [];
  if (power === undefined) return special(value);
  const digits = first + fraction;
  const zeros = Number(power) - fraction.length;
  if (zeros >= 0) return `${sign}${digits}${"0".repeat(zeros)}`;
  return `${sign}0.${"0".repeat(-Number(power) - 1)}${digits}`;
}

function fixed(value: number, precision: number): string {
  if (!Number.isFinite(value)) return special(value);
  const { sign, digits, scale } = exactly(value);
  const rounded = roundedTo(digits, scale - precision)
    .toString()
    .padStart(precision + 1, "0");
  const point = rounded.length - precision;
  return sign + rounded.slice(0, point) + (precision > 0 ? `.${rounded.slice(point)}` : "");
}

function scientific(value: number, precision: number): string {
  if (!Number.isFinite(value)) return special(value);
  const { sign, digits, scale } = exactly(value);
  let exponent = digits === 0n ? 0 : digits.toString().length - 1 - scale;
  let text = roundedTo(digits, scale + exponent - precision).toString();
  // 9.99 may have become 10.0.
  if (text.length > precision + 1) {
    exponent += 1;
    text = roundedTo(digits, scale + exponent - precision).toString();
  }
  text = text.padStart(precision + 1, "0");
  const fraction = precision > 0 ? `.${text.slice(1)}` : "";
  const power = String(Math.abs(exponent)).padStart(2, "0");
  return `${sign}${text.charAt(0)}${fraction}e${exponent < 0 ? "-" : "+"}${power}`;
}

/** Returns the exact decimal value of a double: its digits, and how many of them follow the point. */
function exactly(value: number): { sign: string; digits: bigint; scale: number } {
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  let [fraction, halvings] = [Math.abs(value), 0];
  // Doubling is exact, and a fraction of a double ends after 1074 of them.
  while (!Number.isInteger(fraction)) {
    fraction *= 2;
    halvings += 1;
  }
  return { sign, digits: BigInt(fraction) * 5n ** BigInt(halvings), scale: halvings };
}

/** Drops the last digits, rounding half to even, or appends zeros. */
function roundedTo(digits: bigint, dropped: number): bigint {
  if (dropped <= 0) return digits * 10n ** BigInt(-dropped);
  const unit = 10n ** BigInt(dropped);
  const [quotient, rest] = [digits / unit, (digits % unit) * 2n];
  const isUp = rest > unit || (rest === unit && quotient % 2n === 1n);
  return isUp ? quotient + 1n : quotient;
}
