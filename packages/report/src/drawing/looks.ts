import type { DrawnExpression, DrawnOutcome, DrawnRule } from "./drawing.ts";

/** What a colour stands for: each is said in words, too. */
export type Look = "path" | "matched" | "ended" | "failed";

/** How it is shown what became of a rule. */
export const ruleLooks = {
  matched: "matched",
  "not-matched": "path",
  failed: "failed",
  skipped: undefined,
} as const satisfies Record<NonNullable<DrawnRule["result"]>, Look | undefined>;

/** How it is shown how an exchange ends. */
export const outcomeLooks = {
  forwarded: "matched",
  answered: "ended",
  closed: "ended",
  failed: "failed",
} as const satisfies Record<DrawnOutcome["result"], Look>;

/** What stands before an expression for what it came to. */
export const expressionSigns = {
  true: "✓",
  false: "✗",
  failed: "!",
  skipped: "·",
} as const satisfies Record<NonNullable<DrawnExpression["result"]>, string>;
