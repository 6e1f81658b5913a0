import type { OutcomeKind } from "./policy-endings.ts";

export type Change = "newly-denied" | "newly-forwarded" | "other";

export function changeOf(before: OutcomeKind | "unknown", after: OutcomeKind | "unknown"): Change {
  if (before === "unknown") return "other";
  if (isRefused(after)) return isRefused(before) ? "other" : "newly-denied";
  return after === "forwarded" && before !== "forwarded" ? "newly-forwarded" : "other";
}

function isRefused(kind: OutcomeKind | "unknown"): boolean {
  return kind === "denied" || kind === "failed";
}
