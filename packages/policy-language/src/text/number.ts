/** Why a text is no number of a type. */
export type NoNumber = "malformed" | "out of range";

const [minInt, maxInt] = [-(2n ** 63n), 2n ** 63n - 1n];
const maxUint = 2n ** 64n - 1n;

// Texts are read as CEL's implementation in Go does it, which the service runs: `common/types` of
// github.com/google/cel-go.

/** Parses a text like CEL's `int(text)`. */
export function readInt(text: string): bigint | NoNumber {
  return /^[-+]?\d+$/.test(text)
    ? within(BigInt(text.replace(/^\+/, "")), minInt, maxInt)
    : "malformed";
}

/** Parses a text like CEL's `uint(text)`. */
export function readUint(text: string): bigint | NoNumber {
  return /^\d+$/.test(text) ? within(BigInt(text), 0n, maxUint) : "malformed";
}

function within(value: bigint, least: bigint, most: bigint): bigint | NoNumber {
  return value < least || value > most ? "out of range" : value;
}

/** Parses a text like CEL's `double(text)`. */
export function readDouble(text: string): number | NoNumber {
  // It has no sign.
  if (/^nan$/i.test(text)) return Number.NaN;
  const infinity = /^([-+]?)(?:inf|infinity)$/i.exec(text);
  if (infinity !== null) {
    return infinity[1] === "-" ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  }
  if (!/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text)) return "malformed";
  const value = Number(text);
  return Number.isFinite(value) ? value : "out of range";
}

/** The texts for which `bool(text)` gives a value; it fails for all others. */
export const textsOfBool = {
  true: ["1", "t", "T", "true", "TRUE", "True"],
  false: ["0", "f", "F", "false", "FALSE", "False"],
} as const;
