import type { Absence } from "./variable.ts";

/** When something is missing, as sentences of documentation; none when it never is. */
export function absenceSentences(missing: Absence | undefined, setBy?: string): string[] {
  return [
    ...(setBy === undefined ? [] : [`Missing until \`${setBy}\` has run.`]),
    ...(missing === undefined
      ? []
      : missing.isInferred === true
        ? [`Perhaps missing or empty when ${missing.when}.`]
        : [`Missing when ${missing.when}.`]),
  ];
}
