import type { DrawnExpression, DrawnOutcome, DrawnRule } from "./drawing.ts";

/** The meaning of a colour; the text always states it, too. */
export type Look = "path" | "matched" | "ended" | "failed";

export const ruleLooks = {
  matched: "matched",
  "not-matched": "path",
  failed: "failed",
  skipped: undefined,
} as const satisfies Record<NonNullable<DrawnRule["result"]>, Look | undefined>;

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
