import { type TextFormat } from "@traffic-policy/policy-language";
import {
  parseAddress,
  parseCidr,
  parseDuration,
  parseTimestamp,
  parseTimeZone,
  statusCodes,
  countryCodes,
} from "@traffic-policy/policy-language/internal";
import { codeSpan } from "./describe.ts";
import type { Expectation } from "./expectation.ts";

export async function textMeaning(
  value: string,
  { form, format }: Expectation,
): Promise<string | undefined> {
  if (format !== undefined) return ofFormat[format](value);
  return form === "country-code" ? countryName(value) : undefined;
}

export function numberMeaning(value: string, { isStatus }: Expectation): string | undefined {
  return isStatus === undefined ? undefined : statusCodes.get(Number(value));
}

type Meaning = string | undefined;

const ofFormat: Readonly<Record<TextFormat, (value: string) => Meaning | Promise<Meaning>>> = {
  duration: durationText,
  timestamp: timestampText,
  "time-zone": timeZoneText,
  "regular-expression": patternText,
  cidr: (value) => {
    const range = addressesOf(value);
    if (range === undefined) return undefined;
    const { count, first, last } = range;
    return first === last ? `${count}: \`${first}\`` : `${count}: \`${first}\` to \`${last}\``;
  },
};

// Of those that a duration can be written with, and a day, which is no unit of CEL.
const units: readonly (readonly [name: string, sign: string, nanoseconds: bigint])[] = [
  ["day", "d", 86_400_000_000_000n],
  ["hour", "h", 3_600_000_000_000n],
  ["minute", "m", 60_000_000_000n],
  ["second", "s", 1_000_000_000n],
  ["millisecond", "ms", 1_000_000n],
  ["microsecond", "us", 1000n],
  ["nanosecond", "ns", 1n],
];

/** A duration in words: `1 minute 30 seconds` for `90s`. */
export function durationText(value: string): string | undefined {
  const parts = durationParts(value);
  if (parts === undefined) return undefined;
  const words = parts.map(({ amount, unit }) => `${amount} ${unit}${amount === 1n ? "" : "s"}`);
  const isNegative = (parseDuration(value) ?? 0n) < 0n;
  return `${isNegative ? "minus " : ""}${words.join(" ") || "no time"}`;
}

export function isPlainDuration(value: string): boolean {
  const parts = durationParts(value) ?? [];
  const own = value.replace(/^[-+]/, "").replace("µs", "us").replace("μs", "us");
  return own === parts.map(({ amount, sign }) => `${amount}${sign}`).join("");
}

function durationParts(
  value: string,
): { readonly amount: bigint; readonly unit: string; readonly sign: string }[] | undefined {
  const total = parseDuration(value);
  if (total === undefined) return undefined;
  let left = total < 0n ? -total : total;
  return units.flatMap(([unit, sign, length]) => {
    const amount = left / length;
    left %= length;
    return amount === 0n ? [] : [{ amount, unit, sign }];
  });
}

export function addressesOf(
  value: string,
): { readonly count: string; readonly first: string; readonly last: string } | undefined {
  const cidr = parseCidr(value);
  if (cidr === undefined) return undefined;
  const { version, first, prefix, text } = cidr;
  const bits = (version === 4 ? 32 : 128) - prefix;
  const count = bits > 32 ? `2^${bits}` : (2n ** BigInt(bits)).toLocaleString("en");
  return {
    count: `${count} address${bits === 0 ? "" : "es"}`,
    first: text.slice(0, text.indexOf("/")),
    last: addressText(version, first + 2n ** BigInt(bits) - 1n),
  };
}

function addressText(version: 4 | 6, address: bigint): string {
  const [size, count, base, separator] = version === 4 ? [8, 4, 10, "."] : [16, 8, 16, ":"];
  const groups = Array.from({ length: count }, (_group, index) =>
    BigInt.asUintN(size, address >> BigInt(size * (count - 1 - index))).toString(base),
  );
  // In the usual form, with `::`.
  const text = parseAddress(groups.join(separator))?.text ?? "";
  return text.slice(0, text.indexOf("/"));
}

function timestampText(value: string): string | undefined {
  const time = parseTimestamp(value);
  if (time === undefined) return undefined;
  const { format } = new Intl.DateTimeFormat("en-GB", {
    dateStyle: "full",
    timeStyle: "medium",
    timeZone: "UTC",
  });
  return `${format(Number(time.seconds) * 1000)} UTC`;
}

const recently = Date.UTC(2026, 0, 1);

function timeZoneText(value: string): string | undefined {
  const zone = parseTimeZone(value);
  if (zone === undefined || value === "Local") return undefined;
  if (typeof zone === "number") {
    if (zone === 0) return "UTC";
    const length = durationText(`${Math.abs(zone)}m`) ?? "";
    return `${length} ${zone < 0 ? "behind" : "ahead of"} UTC`;
  }
  const format = new Intl.DateTimeFormat("en-GB", { timeZone: zone, timeZoneName: "longGeneric" });
  // What a zone is called depends on its rules at that time.
  return format.formatToParts(recently).find(({ type }) => type === "timeZoneName")?.value;
}

async function patternText(pattern: string): Promise<string | undefined> {
  // Loaded when somebody first asks: the logic is as much as the rest of the server.
  const { patternExample } = await import("./pattern-example.ts");
  const example = patternExample(pattern);
  if (example === undefined) return undefined;
  if ("in" in example) {
    return example.in === "none" ? "It matches in no text." : "It matches in every text.";
  }
  const shown = example.text === "" ? "an empty text" : codeSpan(example.text);
  return `It matches, for example, in ${shown}.`;
}

const regions = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

export function countryName(code: string): string | undefined {
  return countryCodes.has(code) ? regions.of(code) : undefined;
}
