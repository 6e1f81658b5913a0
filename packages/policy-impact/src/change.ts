import type { OutcomeKind } from "./policy-endings.ts";

/** What an exchange that goes another way is counted as. */
export type Change = "newly-denied" | "newly-forwarded" | "other";

/** What changes for the client when an exchange goes from one kind of outcome to another. */
export function changeOf(before: OutcomeKind | "unknown", after: OutcomeKind | "unknown"): Change {
  if (before === "unknown") return "other";
  if (isRefused(after)) return isRefused(before) ? "other" : "newly-denied";
  return after === "forwarded" && before !== "forwarded" ? "newly-forwarded" : "other";
}

function isRefused(kind: OutcomeKind | "unknown"): boolean {
  return kind === "denied" || kind === "failed";
}
