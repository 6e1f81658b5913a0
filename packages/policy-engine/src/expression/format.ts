export interface TimeParts {
  readonly seconds: bigint;
  readonly nanos: number;
}

/** Formats a double as Go's `%g` and CEL's `string()` do: `1.5`, `0.0001`, `1e+06`. */
export function formatDouble(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "+Inf" : "-Inf";
  if (Object.is(value, -0)) return "-0";
  const [digits = "", exponent = "0"] = value.toExponential().split("e");
  const power = Number(exponent);
  // In this range JavaScript writes the shortest digits without an exponent, too.
  if (power >= -4 && power < 6) return String(value);
  const sign = power < 0 ? "-" : "+";
  return `${digits}e${sign}${String(Math.abs(power)).padStart(2, "0")}`;
}

/** Formats a duration as CEL does, in seconds: `5400s`, `1.5s`. */
export function formatDuration({ seconds, nanos }: TimeParts): string {
  const value = Number(seconds) + nanos / 1e9;
  // JavaScript writes numbers below a millionth with an exponent.
  const text = Math.abs(value) < 1e-6 ? value.toFixed(9).replace(/\.?0+$/, "") : String(value);
  return `${text}s`;
}

/**
 * Formats a point in time as RFC 3339, without trailing zeros in the fraction.
 *
 * @param offset - from UTC, in minutes
 */
export function formatTimestamp({ seconds, nanos }: TimeParts, offset = 0): string {
  const date = new Date((Number(seconds) + offset * 60) * 1000)
    .toISOString()
    .slice(0, "2024-01-01T00:00:00".length);
  const fraction = nanos === 0 ? "" : `.${String(nanos).padStart(9, "0").replace(/0+$/, "")}`;
  return `${date}${fraction}${zoneOf(offset)}`;
}

function zoneOf(offset: number): string {
  if (offset === 0) return "Z";
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  const text = [hours, minutes].map((one) => String(one).padStart(2, "0")).join(":");
  return `${offset < 0 ? "-" : "+"}${text}`;
}

export function formatDate(date: Date): string {
  return formatTimestamp(timePartsOf(date));
}

export function millisecondsOf({ seconds, nanos }: TimeParts): number {
  return Number(seconds) * 1000 + Math.floor(nanos / 1e6);
}

export function timePartsOf(date: Date): TimeParts {
  const milliseconds = date.getTime();
  const seconds = Math.floor(milliseconds / 1000);
  return { seconds: BigInt(seconds), nanos: (milliseconds - seconds * 1000) * 1e6 };
}
