import type { Difference } from "../cases/compare-outcome.ts";
import { shownText, shownValue } from "./shown.ts";

const limit = 300;

/** Formats an expected or received value in a line. */
export function sideText(value: Difference["expected"]): string {
  if (value === null) return "none";
  const isPattern = typeof value === "object" && !Array.isArray(value) && "matches" in value;
  if (isPattern) return `text that matches ${shownText(String(value["matches"]), limit)}`;
  return shownValue(value, limit);
}

/** Describes differences in a sentence. */
export function differencesText(differences: readonly Difference[]): string {
  return differences
    .map(
      ({ what, expected, received }) =>
        `${what}: expected ${sideText(expected)}, received ${sideText(received)}`,
    )
    .join("; ");
}
