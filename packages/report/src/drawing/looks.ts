import type { DrawnAction, DrawnExpression, DrawnOutcome, DrawnRule } from "./drawing.ts";

/** The meaning of a colour; the text always states it, too. */
export type Look = "path" | "matched" | "ended" | "failed";

export const ruleLooks = {
  matched: "matched",
  "not-matched": "path",
  failed: "failed",
  skipped: undefined,
} as const satisfies Record<NonNullable<DrawnRule["result"]>, Look | undefined>;

/** How an action ends processing: it forwards, refuses or answers; undefined when that is not known. */
export function endLook({ ends, answer, forwardsTo, closes }: DrawnAction): Look | undefined {
  if (ends.kind === "unknown") return undefined;
  if (forwardsTo !== undefined) return "matched";
  const isRefusal = answer?.kind === "refusal" || Number(answer?.status) >= 400;
  return closes === true || isRefusal ? "failed" : "ended";
}

export const outcomeLooks = {
  forwarded: "matched",
  answered: "ended",
  closed: "ended",
  failed: "failed",
} as const satisfies Record<DrawnOutcome["result"], Look>;

export const expressionSigns = {
  true: "✓",
  false: "✗",
  failed: "!",
  skipped: "·",
} as const satisfies Record<NonNullable<DrawnExpression["result"]>, string>;
